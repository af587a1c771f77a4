// Names that every file sees without an import: those that the library lists, and others of the packages that are imported
// everywhere. They refuse what the project has of the same name only where nothing else binds them.

import { LIBRARY } from "./library.ts"

const words = (text: string): ReadonlyArray<string> => text.trim().split(/\s+/)

const LISTED = [...LIBRARY.matchAll(/^(?:type|class|function|value) ([\w]+)(?![\w.])/gm)].map((it) => it[1]!)

export const GLOBALS: ReadonlySet<string> = new Set([
  ...LISTED,
  ...words(`
    Annotation Cloneable Enum Deprecated DeprecationLevel Suppress OptIn RequiresOptIn SinceKotlin ReplaceWith Target
    Retention Repeatable MustBeDocumented DslMarker PublishedApi UnsafeVariance ParameterName ExtensionFunctionType
    ExperimentalStdlibApi ExperimentalUnsignedTypes ExperimentalMultiplatform OptionalExpectation BuilderInference
    AnnotationTarget AnnotationRetention JvmStatic JvmField JvmName JvmOverloads JvmInline JvmDefault JvmMultifileClass
    JvmSuppressWildcards JvmWildcard JvmSynthetic JvmRecord Throws Transient Volatile Strictfp Synchronized JsName JsExport
    Override SafeVarargs FunctionalInterface SuppressWarnings
    LazyThreadSafetyMode KotlinVersion DeepRecursiveFunction
    UByteArray UShortArray UIntArray ULongArray ubyteArrayOf ushortArrayOf uintArrayOf ulongArrayOf
    CharProgression UIntRange ULongRange UIntProgression ULongProgression ClosedFloatingPointRange OpenEndRange
    RegexOption Typography Charsets CharCategory
    AbstractList AbstractMutableList AbstractSet AbstractMutableSet AbstractMap AbstractMutableMap AbstractCollection
    AbstractMutableCollection AbstractIterator RandomAccess Grouping
    Appendable Cloneable Process ProcessBuilder Runtime System Math Character Integer Short Byte Void Iterable ThreadLocal
    InheritableThreadLocal ThreadGroup ClassLoader Package StrictMath SecurityException LinkageError VirtualMachineError
    NoSuchFieldException NoSuchMethodException ClassNotFoundException CloneNotSupportedException InstantiationException
    IllegalAccessException IllegalMonitorStateException IllegalThreadStateException ArrayStoreException
    NegativeArraySizeException StringIndexOutOfBoundsException ArrayIndexOutOfBoundsException ReflectiveOperationException
    NoClassDefFoundError ExceptionInInitializerError InternalError UnsatisfiedLinkError StringBuffer Record ModuleLayer
    KotlinNullPointerException UninitializedPropertyAccessException TypeCastException NoWhenBranchMatchedException
    enumValues charArrayOf booleanArrayOf readlnOrNull also let apply takeIf takeUnless use lazyOf nullsFirst nullsLast
    compareValuesBy
  `),
])
