// A language is data: what is particular to it stands in its folder of languages/ as a value of this type. A quirk
// becomes a field with a default here, never a question for a language's name elsewhere.

import type { NodeKind } from "../graph/kinds.ts"
import type { FileFacts, LITERALS } from "./facts.ts"
import type { ManifestReader } from "./manifest.ts"
import type { DefinitionFlag, RoleTable } from "./roles.ts"

/** How a specifier in a file leads to files of the repository. */
export type ModuleTarget =
  /** Files of the repository; more than one where a package is a folder. */
  | { readonly _tag: "files"; readonly paths: ReadonlyArray<string> }
  /** A folder that is a module without a file of its own, or whose files are one package of that name. */
  | { readonly _tag: "folder"; readonly path: string }
  | { readonly _tag: "external"; readonly package: string }
  | { readonly _tag: "unresolved"; readonly reason: string }

/** The files of a repository as module resolution sees them: repo-relative paths with `/`. */
export interface Project {
  readonly has: (path: string) => boolean
  readonly hasFolder: (path: string) => boolean
  readonly paths: ReadonlyArray<string>
  /** Text of a configuration file that the language asked for (`configFiles`), or undefined. */
  readonly config: (path: string) => string | undefined
}

/** A configuration that could not be read, to be reported; resolution goes on without it. */
export interface ConfigProblem {
  readonly path: string
  readonly detail: string
}

/** How a file asks for a module: a package may answer each way with another file. */
export type Loading = "import" | "require"

/** Files whose names at the top are seen by each other, as far as they are no modules. */
export interface SharedProgram {
  readonly name: string
  /** Is the file a module whatever it holds? */
  readonly isModule: boolean
}

/** What a build makes of some files: these see each other's packages, and those of the units that it depends on. */
export interface BuildUnit {
  readonly name: string
  /** Names of the units that it depends on, nearest first; undefined where that is not known: all others, alike. */
  readonly sees?: ReadonlyArray<string>
  /** Packages all of whose names its files see without an import. */
  readonly imports?: ReadonlyArray<string>
}

export interface ModuleResolver {
  /** @param loading `import` where nothing is said. */
  readonly resolve: (from: string, specifier: string, loading?: Loading) => ModuleTarget
  /** A module inside of the one at a path (of a file or a folder), which it need not name itself; undefined for none. */
  readonly part?: (path: string, name: string) => ModuleTarget | undefined
  /** The program that the file at a path is part of, where names of one file are seen by others without an import. */
  readonly program?: (path: string) => SharedProgram
  /**
   * The unit that the file at a path is built in, where files share packages; without it all files are of one.
   *
   * @param written What the file says first of the package that it is of.
   */
  readonly unit?: (path: string, written?: string) => BuildUnit
  /** The name of the package that a file says it is part of, in the whole unit; without it the one that is written. */
  readonly packageOf?: (path: string, written: string) => string
  /** The file that declares what the one at a path gives, where it is written apart; undefined for none. */
  readonly declarations?: (path: string) => string | undefined
  readonly problems: ReadonlyArray<ConfigProblem>
}

/** What the resolver must know of a language; every field is a decision of the language's own specification. */
export interface ResolutionPolicy {
  /**
   * Do bare names see members of the types around, inherited ones too, or only through a receiver? An inner type hides
   * what lies further out, whatever it inherits.
   */
  readonly implicitReceiver: boolean
  /**
   * Is a type in another one there without an instance of that, unless it says so (`DEFINITION_FLAGS.lexicalThis`)? Then
   * members of that are not meant by bare names in it, save those that need no instance.
   */
  readonly nestedStandApart?: boolean
  /** How files share names without importing each other; without it by no packages. */
  readonly packages?: PackagePolicy
  /** Do variables of the functions around hide members of all types around, wherever these stand? */
  readonly localsFirst?: boolean
  /** Decorators, by their last name, that say something of what they stand before, and run nothing. */
  readonly inertDecorators?: ReadonlySet<string>
  /** Is a variable called by its bare name where no function has that name? Asked where functions are apart. */
  readonly variablesAreCalled?: boolean
  /** Is a variable of a function not yet seen in the value that it starts with? */
  readonly valuesPrecedeNames?: boolean
  /** Members that every type has from the root of all types: a bare name of these is never one from further out. */
  readonly rootMembers?: ReadonlySet<string>
  /** Is a method a member of the type that its receiver names, wherever it is written? */
  readonly receiverOwns?: boolean
  /** Interfaces are met by having their methods, where nobody says so. */
  readonly structuralInterfaces?: StructuralInterfaces
  /** Names of types without a package that mean the same as another one. */
  readonly sameTypes?: Readonly<Record<string, string>>
  /** Order in which base types are searched for a member. */
  readonly linearisation: "single" | "c3" | "breadth-first"
  /** Which names of a file other files may import: those marked as exported, or all. */
  readonly exports: "marked" | "all"
  /** Names that the platform provides: such a name, where nothing in the file binds it, never binds to the project. */
  readonly globals: ReadonlySet<string>
  /** Global names of the object whose members are global names themselves. */
  readonly globalObjects?: ReadonlySet<string>
  /** Name of the constructor member. */
  readonly constructorName: string
  /** The member of a class or function that holds what its instances share, or the empty string. */
  readonly prototypeName: string
  /** Methods that make a type of the project one that can be iterated. */
  readonly iterators?: ReadonlyArray<string>
  /** Members of every function that run it. */
  readonly runners: ReadonlySet<string>
  /** Functions, by their last name, that make the first argument inherit from the second. */
  readonly inheriting: ReadonlySet<string>
  /** Functions, by their last name, that copy the members of their later arguments onto the first. */
  readonly merging: ReadonlySet<string>
  /** Functions, by their last name, that give the first argument the members that a later one describes. */
  readonly describing?: ReadonlySet<string>
  /** What the language's own library gives back; the form is described in resolve/library.ts. */
  readonly library: string
  /** Primitive types as written → their type in the library; undefined where nothing is known of such a value. */
  readonly primitives: Readonly<Record<string, string | undefined>>
  /** Library types that syntax makes. */
  readonly builtins: {
    readonly string: string
    readonly number: string
    readonly boolean: string
    readonly bigint: string
    readonly regexp: string
    readonly array: string
    readonly object: string
    readonly function: string
    readonly promise: string
    readonly generator: string
    readonly asyncGenerator: string
  }
  /** Can an import bring all names of a module into a scope without naming them? */
  readonly starImports?: boolean
  /** Do values and types have one space of names? */
  readonly oneSpace?: boolean
  /** Are names of a type's body seen directly in that body and nowhere in what is nested there? */
  readonly bodyEnclosesNothing?: boolean
  /** Are members found on a type and on its instances alike? */
  readonly membersAreShared?: boolean
  /** Keys of an object literal are no members of it; its members are those of this library type. */
  readonly keysAreNoMembers?: string
  /** Library types whose subclasses are tuples of their fields. */
  readonly tuples?: ReadonlySet<string>
  /** Functions of packages, `package.name`, or of the language, `.name`, that load the module that their first argument names. */
  readonly loaders?: ReadonlySet<string>
  /** Global functions that can reach every name of the module which calls them, by texts that only a run knows. */
  readonly reachingAll?: ReadonlySet<string>
  /** Members of an object literal that add the entries of another one to it. */
  readonly mergers?: ReadonlySet<string>
  /** Does the call of a class make an instance? */
  readonly callsConstruct?: boolean
  /** Does the call of a type give a value that type, and run nothing? */
  readonly callsConvert?: boolean
  /** Has a variable the type that it is declared or begins with, whatever else it is given? */
  readonly variablesKeepTypes?: boolean
  /** Is a decorator called where it stands, and the name bound to what it gives? */
  readonly decoratorsRun?: boolean
  /** Is what runs told by the object that a variable was given where that was made there, and not by its declared type? */
  readonly madeObjectsRun?: boolean
  /** Are all variables followed place by place, so that several values are left only where ways meet? */
  readonly assignmentsAreFollowed?: boolean
  /** Is a property whose value is called a function that is called to give it? */
  readonly gettersRun?: boolean
  /** Is a getter called by whoever reads it, and a setter by whoever writes it? */
  readonly accessorsRun?: boolean
  /** Do interfaces stand among the bases of a type like any other, so that what each is tells which it implements? */
  readonly interfacesAreBases?: boolean
  /** May a member have the name of its type, which is meant where a static member is asked for behind that name? */
  readonly membersNameTypes?: boolean
  /** Is an operator a call like any other where a type has a function for it? */
  readonly operatorsAreCalls?: boolean
  /** Does the call of a parameter without a type call the functions that are handed over, where they are known? */
  readonly callsThroughParameters?: boolean
  /** Does a call of a function that is declared several times name the first declaration, whichever of them runs? */
  readonly callsNameFirst?: boolean
  /** Does a member take the place of one of a class only where it says so? */
  readonly overridesAreMarked?: boolean
  /** Is each definition of a function's name a function of its own, of which a call takes one by its arguments? */
  readonly overloads?: Overloads
  /** Are functions called on what their first parameter takes, as if they were its members? */
  readonly extensions?: boolean
  /** May a function without a name be run on a receiver, whose members it names bare? */
  readonly lambdaReceivers?: boolean
  /** Is a function taken for an instance of an interface that asks for one method alone? */
  readonly functionalInterfaces?: boolean
  /**
   * Does the bare name of a function, read as a value, hand the function on to whoever calls that value? Not so where only
   * the name is asked for.
   */
  readonly functionsByName?: { readonly namesOnly: ReadonlySet<string> }
  /**
   * Library types of numbers, the narrowest first: an operation over some of them gives the widest, and no narrower one
   * than the first; one with a text among them gives a text.
   */
  readonly arithmetic?: ReadonlyArray<string>
  /** Library types of literals that are no plain numbers. */
  readonly literalTypes?: Readonly<Partial<Record<keyof typeof LITERALS, string>>>
  /** Is the declared type of a parameter that takes all the others that of each of them? */
  readonly restTypeIsOfEach?: boolean
  /** Is the declared result of an asynchronous function what waiting for it gives? */
  readonly asyncTypeIsAwaited?: boolean
  /** Members that syntax calls. */
  readonly protocols?: Protocols
  /** Types are written as values, and any value may be read as a type. */
  readonly valuesAreTypes?: ValuesAsTypes
}

/** What a value is turned into where it is handed over: which of several functions a call takes follows from that. */
export interface Overloads {
  /** Library types of primitives → those that each is widened to without being said. */
  readonly widening: Readonly<Record<string, ReadonlyArray<string>>>
  /**
   * The same of a number that is written there, in languages where that is of the type that is asked for. Between two such
   * types the one comes first that the other is written behind.
   */
  readonly literals?: Readonly<Record<string, ReadonlyArray<string>>>
  /** Library types of primitives → the types that hold them as objects. */
  readonly boxing: Readonly<Record<string, string>>
  /** Do the functions of a type come before those of its bases, wherever one of them fits? */
  readonly nearestFirst?: boolean
  /**
   * Does a call that names type arguments mean functions that take so many, and one that names none only such whose type
   * parameters all follow from what is given?
   */
  readonly typeArgumentsCount?: boolean
  /** Are types with other type arguments other types to whoever chooses, and type parameters of the caller types of their own? */
  readonly typeArgumentsTell?: boolean
  /**
   * Does a function stand only where one is asked for, with as many parameters, and does what it gives back tell between
   * functions that ask for one?
   */
  readonly functionsTell?: boolean
  /** The library type that holds a value or none, without being said. */
  readonly optional?: string
  /** May types declare how they become others, so that a value may fit where its type does not? */
  readonly typesConvert?: boolean
  /** May a function that writes no parameters be handed one value all the same? */
  readonly oneIsImplied?: boolean
  /** Is an array handed over in place of several arguments only where it is spread? */
  readonly arraysAreSpread?: boolean
}

/**
 * Names that files of one package share. A name is looked up scope by scope, outwards; in each one
 *
 * 1. what the file itself binds there, single imports too,
 * 2. members of the type whose scope it is, where receivers are implied,
 * 3. names of the package that the scope is of (`PACKAGES` of the facts), from all files,
 * 4. what its imports of all names bring (`IMPORT_FLAGS.star`),
 *
 * then what is imported everywhere (`IMPORT_FLAGS.everywhere`, `BuildUnit.imports`), then `defaults`, then the globals. The
 * first hit decides. A name that is found nowhere may be one of a package from outside that is imported as a whole, or of
 * a base from outside: then it is external, and never guessed.
 */
export interface PackagePolicy {
  /** Languages of one family see each other's packages. */
  readonly family: string
  /**
   * Does a dotted path name packages, types and members alike, so that what stands before the last dot is found by the
   * packages of the repository? Else the module resolver says which package an import means: a folder of that name.
   */
  readonly dotted: boolean
  /**
   * The name of the type that stands for a file's functions and variables, by the file's path: an `implicit` class without a
   * name in the facts, whose scope holds them under the names that they have there.
   */
  readonly facadeOf?: (path: string) => string
  /** Are types alone seen in packages? What other languages have there beside is a member of the type for its file. */
  readonly typesAlone?: boolean
  /** Does each build take one of the definitions that units have of a name, whatever names it? */
  readonly unitsAreBuilds?: boolean
  /** Are packages names of those around them, seen where types of these are? */
  readonly nested?: boolean
  /** First names of packages from outside: what a name may be that comes from outside, these are not. */
  readonly roots?: ReadonlySet<string>
  /** Does an import of all names of a package import its files? Else no file is imported: its uses say what is meant. */
  readonly importsFiles?: boolean
  /** Packages whose names are seen in every file, after all that is imported. */
  readonly defaults: ReadonlyArray<string>
}

export interface StructuralInterfaces {
  /** Is a method of such a name one for its own package alone? Another package's of that name is another method. */
  readonly isHidden: (name: string) => boolean
  /** Methods of types from outside, by `package.name`: each by its name and what `signatureKey` makes of its types. */
  readonly outside: Readonly<Record<string, ReadonlyArray<string>>>
}

/** Names of the members that syntax calls; an empty one is nobody's. */
export interface Protocols {
  /** A call of the object. */
  readonly call: string
  /** An access by key. */
  readonly index: string
  /** What an iteration asks of the answer of an iterator for each step. */
  readonly next: ReadonlyArray<string>
  readonly awaited: string
  /** Asked for members that are not there. */
  readonly dynamicMember: string
  /** A value in a class that has this member gives its answer instead of itself. */
  readonly read: string
}

/** What brackets after the name of a form make of the types in them. */
export type TypeForm = "first" | "union" | "function" | "tuple" | "class" | "receiver" | "literal" | "guard"

export interface ValuesAsTypes {
  /** Packages whose names may be forms; the empty one is that of the globals. */
  readonly packages: ReadonlyArray<string>
  readonly forms: Readonly<Record<string, TypeForm>>
  /** Functions that make a type parameter. */
  readonly variables: ReadonlyArray<string>
  /** Bases that list the type parameters of a class. */
  readonly generic: ReadonlyArray<string>
  /** Functions that give their second argument, a type, another name. */
  readonly renamed: ReadonlyArray<string>
}

/** One file as extraction gets it. `text` is decoded, without a byte order mark. */
export interface SourceText {
  readonly path: string
  readonly text: string
}

/** Definitions that the platform runs: a program, or a package of it, begins there. */
export interface EntryPoint {
  readonly kind: NodeKind
  readonly name: string
  /** Those that it must have. */
  readonly flags?: ReadonlyArray<DefinitionFlag>
  /** The name of its package, as written; without it that of any. */
  readonly package?: string
}

export interface Language {
  readonly name: string
  /** What people call the language of files with these extensions, where it is not `name`: reports count by it. */
  readonly calledBy?: Readonly<Record<string, string>>
  /** Raised with every change of what extraction records; part of the identity of facts. */
  readonly version: number
  /** With the dot, lower case; the longest match wins (`.d.ts` before `.ts`). */
  readonly extensions: ReadonlyArray<string>
  /** Wasm file under the grammars' folder; by extension where dialects differ. */
  readonly grammarFor: (path: string) => string
  /** What the node types of its grammars stand for; one table for all its dialects. */
  readonly roles: RoleTable
  /** Configuration files that module resolution wants to read, by base name. */
  readonly configFiles: ReadonlyArray<RegExp>
  readonly entryPoints?: ReadonlyArray<EntryPoint>
  /** Kinds of manifest by which packages are declared; such files are read as configuration is. */
  readonly manifests?: ReadonlyArray<ManifestReader>
  readonly testFiles: ReadonlyArray<RegExp>
  /** A few lines for each of its grammars that the grammar reads without an error: a self-test parses them. */
  readonly samples?: ReadonlyArray<SourceText>
  readonly policy: ResolutionPolicy
  readonly modules: (project: Project) => ModuleResolver
}

/** What people call the language of a file, which is written in this one. */
export const nameOf = ({ name, calledBy }: Pick<Language, "name" | "calledBy">, path: string): string =>
  calledBy?.[path.slice(path.lastIndexOf(".")).toLowerCase()] ?? name

export type { FileFacts }
