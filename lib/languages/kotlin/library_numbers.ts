// Numbers of the standard library. An operator gives the wider of its two operands, and no less than `Int`.

const OPERATORS = ["plus", "minus", "times", "div", "rem"]

/** The operators of a type, by the type of the other operand. */
const operators = (widest: Readonly<Record<string, string>>): string =>
  OPERATORS.flatMap((name) => Object.entries(widest).map(([other, result]) => `  ${name}(${other}): ${result}\n`)).join(
    "",
  )

const OF_INT = operators({ Int: "Int", Byte: "Int", Short: "Int", Long: "Long", Float: "Float", Double: "Double" })
const OF_LONG = operators({ Long: "Long", Int: "Long", Byte: "Long", Short: "Long", Float: "Float", Double: "Double" })
const OF_FLOAT = operators({
  Float: "Float",
  Int: "Float",
  Byte: "Float",
  Short: "Float",
  Long: "Float",
  Double: "Double",
})
const OF_DOUBLE = operators({
  Double: "Double",
  Int: "Double",
  Byte: "Double",
  Short: "Double",
  Long: "Double",
  Float: "Double",
})
/** Of a type whose operators take its own kind alone, or of which less is known. */
const OF_OWN = OPERATORS.map((name) => `  ${name}(?): this\n`).join("")

export const NUMBERS = `
type Number : Any
  toByte(): Byte
  toShort(): Short
  toInt(): Int
  toLong(): Long
  toFloat(): Float
  toDouble(): Double
  toChar(): Char
  mod(?): this
  unaryMinus(): this
  unaryPlus(): this
  inc(): this
  dec(): this
  compareTo(?): Int
  coerceAtLeast(?): this
  coerceAtMost(?): this
  coerceIn(...?): this
  absoluteValue: this
  toULong(): ULong
  toUInt(): UInt
  toBigInteger(): BigInteger
  toBigDecimal(): BigDecimal
type Byte : Number
${OF_INT}  rangeTo(?): IntRange
type Short : Number
${OF_INT}  rangeTo(?): IntRange
type Int : Number
${OF_INT}  and(Int): Int
  or(Int): Int
  xor(Int): Int
  shl(Int): Int
  shr(Int): Int
  ushr(Int): Int
  inv(): Int
  rangeTo(?): IntRange
  until(?): IntRange
  downTo(?): IntProgression
  toString(Int?): String
type Long : Number
${OF_LONG}  and(Long): Long
  or(Long): Long
  xor(Long): Long
  shl(Int): Long
  shr(Int): Long
  ushr(Int): Long
  inv(): Long
  rangeTo(?): LongRange
  until(?): LongRange
  downTo(?): LongProgression
type Float : Number
${OF_FLOAT}  isNaN(): Boolean
type Double : Number
${OF_DOUBLE}  isNaN(): Boolean
  roundToInt(): Int
  roundToLong(): Long
type UInt : Number
${OF_OWN}type ULong : Number
${OF_OWN}type UByte : Number
${OF_OWN}type UShort : Number
${OF_OWN}type BigInteger : Number
${OF_OWN}type BigDecimal : Number
${OF_OWN}`
