// Words of the language for types of its library.

/** The type that a word stands for, by the word. */
export const PREDEFINED: Readonly<Record<string, string>> = {
  bool: "Boolean",
  byte: "Byte",
  sbyte: "SByte",
  char: "Char",
  decimal: "Decimal",
  double: "Double",
  float: "Single",
  int: "Int32",
  uint: "UInt32",
  nint: "IntPtr",
  nuint: "UIntPtr",
  long: "Int64",
  ulong: "UInt64",
  short: "Int16",
  ushort: "UInt16",
  object: "Object",
  string: "String",
}
