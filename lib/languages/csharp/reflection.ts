// What types, members and exceptions of the library say of themselves.

const EXCEPTIONS = [
  "SystemException",
  "ApplicationException",
  "ArgumentException",
  "ArithmeticException",
  "FormatException",
  "IndexOutOfRangeException",
  "InvalidCastException",
  "InvalidOperationException",
  "KeyNotFoundException",
  "MissingMemberException",
  "NotImplementedException",
  "NotSupportedException",
  "NullReferenceException",
  "OperationCanceledException",
  "OutOfMemoryException",
  "TargetInvocationException",
  "TimeoutException",
  "UnauthorizedAccessException",
  "IOException",
  "SerializationException",
  "AggregateException",
]

export const REFLECTION = `
class Stopwatch : Object
  Elapsed: TimeSpan
  ElapsedMilliseconds: Int64
  ElapsedTicks: Int64
  IsRunning: Boolean
  Reset(): void
  Restart(): void
  Start(): void
  Stop(): void
value Stopwatch
  StartNew(): Stopwatch
  GetTimestamp(): Int64
  Frequency: Int64
class Type : MemberInfo
  Assembly: Assembly
  AssemblyQualifiedName: String
  BaseType: Type
  FullName: String
  GenericTypeArguments: Array<Type>
  GetConstructor(...?): ConstructorInfo
  GetConstructors(...?): Array<ConstructorInfo>
  GetElementType(): Type
  GetEvent(...?): ?
  GetField(...?): FieldInfo
  GetFields(...?): Array<FieldInfo>
  GetGenericArguments(): Array<Type>
  GetGenericTypeDefinition(): Type
  GetInterface(...?): Type
  GetInterfaces(): Array<Type>
  GetMember(...?): Array<MemberInfo>
  GetMembers(...?): Array<MemberInfo>
  GetMethod(...?): MethodInfo
  GetMethods(...?): Array<MethodInfo>
  GetNestedType(...?): Type
  GetProperties(...?): Array<PropertyInfo>
  GetProperty(...?): PropertyInfo
  GetTypeInfo(): Type
  HasElementType: Boolean
  InvokeMember(...?): Object
  IsAbstract: Boolean
  IsArray: Boolean
  IsAssignableFrom(Type): Boolean
  IsByRef: Boolean
  IsClass: Boolean
  IsEnum: Boolean
  IsGenericParameter: Boolean
  IsGenericType: Boolean
  IsGenericTypeDefinition: Boolean
  IsInstanceOfType(?): Boolean
  IsInterface: Boolean
  IsNested: Boolean
  IsPointer: Boolean
  IsPrimitive: Boolean
  IsPublic: Boolean
  IsSealed: Boolean
  IsSubclassOf(Type): Boolean
  IsValueType: Boolean
  IsVisible: Boolean
  MakeArrayType(...?): Type
  MakeGenericType(...Type): Type
  Namespace: String
  TypeHandle: ?
  UnderlyingSystemType: Type
value Type
  EmptyTypes: Array<Type>
  GetType(...?): Type
  GetTypeCode(Type): ?
  GetTypeFromHandle(?): Type
class MemberInfo : Object
  DeclaringType: Type
  GetCustomAttribute<A>(...?): A
  GetCustomAttributes(...?): Array<Object>
  GetCustomAttributes<A>(...?): IEnumerable<A>
  IsDefined(...?): Boolean
  MemberType: ?
  Module: ?
  Name: String
  ReflectedType: Type
class MethodBase : MemberInfo
  GetGenericArguments(): Array<Type>
  GetParameters(): Array<ParameterInfo>
  Invoke(...?): Object
  IsAbstract: Boolean
  IsConstructor: Boolean
  IsGenericMethod: Boolean
  IsPrivate: Boolean
  IsPublic: Boolean
  IsStatic: Boolean
  IsVirtual: Boolean
class MethodInfo : MethodBase
  CreateDelegate(...?): Delegate
  GetBaseDefinition(): MethodInfo
  GetGenericMethodDefinition(): MethodInfo
  MakeGenericMethod(...Type): MethodInfo
  ReturnType: Type
  ReturnParameter: ParameterInfo
class ConstructorInfo : MethodBase
class PropertyInfo : MemberInfo
  CanRead: Boolean
  CanWrite: Boolean
  GetGetMethod(...?): MethodInfo
  GetIndexParameters(): Array<ParameterInfo>
  GetMethod: MethodInfo
  GetSetMethod(...?): MethodInfo
  GetValue(...?): Object
  PropertyType: Type
  SetMethod: MethodInfo
  SetValue(...?): void
class FieldInfo : MemberInfo
  FieldType: Type
  GetValue(?): Object
  IsInitOnly: Boolean
  IsLiteral: Boolean
  IsPrivate: Boolean
  IsPublic: Boolean
  IsStatic: Boolean
  SetValue(...?): void
class ParameterInfo : Object
  DefaultValue: Object
  GetCustomAttributes(...?): Array<Object>
  HasDefaultValue: Boolean
  IsOptional: Boolean
  IsOut: Boolean
  Member: MemberInfo
  Name: String
  ParameterType: Type
  Position: Int32
class Assembly : Object
  CodeBase: String
  DefinedTypes: IEnumerable<Type>
  EntryPoint: MethodInfo
  ExportedTypes: IEnumerable<Type>
  FullName: String
  GetCustomAttributes(...?): Array<Object>
  GetExportedTypes(): Array<Type>
  GetManifestResourceNames(): Array<String>
  GetManifestResourceStream(...?): Stream
  GetName(...?): AssemblyName
  GetReferencedAssemblies(): Array<AssemblyName>
  GetType(...?): Type
  GetTypes(): Array<Type>
  Location: String
value Assembly
  GetCallingAssembly(): Assembly
  GetEntryAssembly(): Assembly
  GetExecutingAssembly(): Assembly
  Load(...?): Assembly
  LoadFrom(...?): Assembly
class AssemblyName : Object
  FullName: String
  Name: String
  Version: Version
class Exception : Object
  Data: IDictionary
  GetBaseException(): Exception
  GetObjectData(...?): void
  HelpLink: String
  HResult: Int32
  InnerException: Exception
  InnerExceptions: ReadOnlyCollection<Exception>
  Message: String
  ParamName: String
  Source: String
  StackTrace: String
  TargetSite: MethodBase
  Flatten(): ?
  Handle(?): void
  CancellationToken: CancellationToken
${EXCEPTIONS.map((name) => `class ${name} : Exception\n`).join("")}class ArgumentNullException : ArgumentException
value ArgumentNullException
  ThrowIfNull(...?): void
class ArgumentOutOfRangeException : ArgumentException
  ActualValue: Object
class DivideByZeroException : ArithmeticException
class OverflowException : ArithmeticException
class ObjectDisposedException : InvalidOperationException
class TaskCanceledException : OperationCanceledException
class FileNotFoundException : IOException
class DirectoryNotFoundException : IOException
class EndOfStreamException : IOException
`
