// What the platform's own classes give back, as far as it decides what stands behind it: texts and numbers, containers,
// streams, functional types, futures. The form is described where it is read, in resolve/library.ts; here `in` says of
// which package the types after it are, so that they are written by their last names. What is not listed is external all
// the same.

import { CONTAINERS } from "./library_containers.ts"
import { FUNCTIONS } from "./library_functions.ts"
import { PLATFORM } from "./library_platform.ts"
import { SYSTEM } from "./library_system.ts"

/** The package whose types are seen everywhere. */
const ALWAYS = "java.lang"

/** Writes out the whole names of all types of packages, save those that are seen everywhere. */
const inPackages = (text: string): string => {
  const whole = new Map<string, string>()
  const lines: Array<string> = []
  const aliases: Array<string> = []
  let around = ALWAYS
  for (const line of text.split("\n")) {
    const named = /^in ([\w.]+)/.exec(line)
    if (named !== null) {
      around = named[1]!
      continue
    }
    lines.push(line)
    const [, name, parameters = ""] = /^(?:class|type) ([\w.]+)(<[^>]*>)?/.exec(line) ?? []
    if (name === undefined) continue
    if (around === ALWAYS) {
      if (/^[A-Z]/.test(name)) aliases.push(`alias ${ALWAYS}.${name}${parameters} = ${name}${parameters}`)
    } else whole.set(name, `${around}.${name}`)
  }
  const written = lines.map((line) => line.replace(/(?<![\w.])[A-Z][\w.]*/g, (name) => whole.get(name) ?? name))
  return [...written, ...aliases].join("\n")
}

export const LIBRARY = inPackages(PLATFORM + SYSTEM + FUNCTIONS + CONTAINERS)

/** Types of the package that is seen everywhere, whether anything is said of them or not. */
export const GLOBAL_TYPES: ReadonlySet<string> = new Set(
  (`AbstractMethodError Appendable ArithmeticException ArrayIndexOutOfBoundsException ArrayStoreException AssertionError
AutoCloseable Boolean BootstrapMethodError Byte CharSequence Character Class ClassCastException ClassFormatError ClassLoader
ClassNotFoundException CloneNotSupportedException Cloneable Comparable Deprecated Double Enum Error Exception
ExceptionInInitializerError Float FunctionalInterface IllegalAccessError IllegalAccessException IllegalArgumentException
IllegalCallerException IllegalMonitorStateException IllegalStateException IllegalThreadStateException
IncompatibleClassChangeError IndexOutOfBoundsException InheritableThreadLocal InstantiationError InstantiationException
Integer InternalError InterruptedException Iterable LinkageError Long Math Module ModuleLayer NegativeArraySizeException
NoClassDefFoundError NoSuchFieldError NoSuchFieldException NoSuchMethodError NoSuchMethodException NullPointerException
Number NumberFormatException Object OutOfMemoryError Override Package Process ProcessBuilder ProcessHandle Readable Record
ReflectiveOperationException Runnable Runtime RuntimeException RuntimePermission SafeVarargs SecurityException
SecurityManager Short StackOverflowError StackTraceElement StackWalker StrictMath String StringBuffer StringBuilder
StringIndexOutOfBoundsException SuppressWarnings System Thread ThreadDeath ThreadGroup ThreadLocal Throwable
TypeNotPresentException UnknownError UnsatisfiedLinkError UnsupportedClassVersionError UnsupportedOperationException
VerifyError VirtualMachineError Void`).split(/\s+/),
)
