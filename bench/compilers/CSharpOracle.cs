// What the Mono C# compiler makes of a project, as the tables of an oracle: definitions, calls, imports, inheritance.
//
//   mcs -r:/usr/lib/mono/4.5/mcs.exe,CECIL,CECIL_MDB -out:CSharpOracle.exe CSharpOracle.cs
//   mono CSharpOracle.exe ROOT OUT mcs-arguments...       (MONO_PATH: /usr/lib/mono/4.5 and the folders of Cecil)
//
// Definitions and their places come from the compiler's own syntax tree, calls from the IL it writes: each call, newobj,
// ldftn and ldtoken of a method of the assembly, placed by the sequence points of its debug symbols. A call inside of a
// lambda, an iterator or an async method belongs to the member that it is written in; one in a field's initializer to no
// member (line 0, with the type beside it). Kinds:
//   call, virtual (something overrides the target), iface (the target has no body), new, new-implicit (no constructor is
//   written: the type), super (a written `: base(…)` or `: this(…)`), method-ref (a method as a value),
//   accessor (a property or an event read, written, added to or removed from),
//   implicit (the target's name is not in the statement: operators, indexers, foreach, using, query clauses, …),
//   decorator (an attribute, from what it stands on and from what is around that).
// Kept out of precision, in unresolved.tsv: names called in regions that #if leaves out, calls bound at run time
// (dynamic), and calls that IL makes of a member outside of the project which something inside overrides.

using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Text;
using Mono.CSharp;
using Mono.CompilerServices.SymbolWriter;
using Cil = Mono.Cecil.Cil;
using C = Mono.Cecil;

/** A word, a sign or a literal of a file; lines and columns from 1. */
class Token { public char Kind; public string Text; public int Line, Column; }

/** The tokens of one file, those that #if leaves out apart. */
class Source {
  public readonly List<Token> Tokens = new List<Token>();
  public readonly List<Token> Inactive = new List<Token>();
  public readonly int Lines;
  readonly string text;
  readonly HashSet<string> defines;
  int at, line = 1, lineStart;

  public Source(string text, IEnumerable<string> defines) {
    this.text = text;
    this.defines = new HashSet<string>(defines);
    Lines = text.Count(c => c == '\n') + 1;
    Read();
  }

  char Here { get { return at < text.Length ? text[at] : '\0'; } }
  char Next { get { return at + 1 < text.Length ? text[at + 1] : '\0'; } }
  void Step() { if (Here == '\n') { line++; lineStart = at + 1; } at++; }
  static bool IsWord(char c) { return char.IsLetterOrDigit(c) || c == '_'; }

  void Read() {
    // One entry an open #if: is this branch read, was one of its branches read, is what is around it read
    var regions = new Stack<bool[]>();
    var active = true;
    var first = true;
    while (at < text.Length) {
      var c = Here;
      if (c == '\n') { first = true; Step(); continue; }
      if (char.IsWhiteSpace(c) || c == '\uFEFF') { Step(); continue; }
      if (c == '#' && first) { active = Directive(regions, active); continue; }
      first = false;
      if (c == '/' && Next == '/') { while (at < text.Length && Here != '\n') Step(); continue; }
      if (c == '/' && Next == '*') {
        Step(); Step();
        while (at < text.Length && !(Here == '*' && Next == '/')) Step();
        Step(); Step();
        continue;
      }
      var into = active ? Tokens : Inactive;
      var token = new Token { Line = line, Column = at - lineStart + 1 };
      if (char.IsLetter(c) || c == '_' || (c == '@' && (char.IsLetter(Next) || Next == '_'))) {
        if (c == '@') Step();
        var from = at;
        while (IsWord(Here)) Step();
        token.Kind = 'i';
        token.Text = text.Substring(from, at - from);
      } else if (char.IsDigit(c)) {
        var from = at;
        while (IsWord(Here) || (Here == '.' && char.IsDigit(Next))) Step();
        token.Kind = 's';
        token.Text = text.Substring(from, at - from);
      } else if (c == '"' || c == '\'' || ((c == '@' || c == '$') && (Next == '"' || ((Next == '@' || Next == '$') && at + 2 < text.Length && text[at + 2] == '"')))) {
        token.Kind = 's';
        token.Text = Literal(into);
      } else {
        token.Kind = 'p';
        token.Text = c.ToString();
        Step();
        if (c == '=' && Here == '>') { token.Text = "=>"; Step(); }
      }
      into.Add(token);
    }
  }

  /** A literal; words of what an interpolated one asks for are tokens before it. */
  string Literal(List<Token> into) {
    var from = at;
    bool verbatim = false, interpolated = false;
    while (Here == '@' || Here == '$') { if (Here == '@') verbatim = true; else interpolated = true; Step(); }
    var quote = Here;
    Step();
    while (at < text.Length) {
      if (Here == quote) {
        if (verbatim && Next == quote) { Step(); Step(); continue; }
        Step();
        break;
      }
      if (!verbatim && Here == '\\') { Step(); Step(); continue; }
      if (!verbatim && Here == '\n') break;
      if (interpolated && Here == '{') {
        if (Next == '{') { Step(); Step(); continue; }
        var depth = 0;
        while (at < text.Length) {
          if (Here == '{') depth++;
          if (Here == '}' && --depth == 0) break;
          if (Here == '"') { var inner = at; Literal(into); if (at == inner) Step(); continue; }
          if (IsWord(Here)) {
            var token = new Token { Kind = 'i', Line = line, Column = at - lineStart + 1 };
            var word = at;
            while (IsWord(Here)) Step();
            token.Text = text.Substring(word, at - word);
            into.Add(token);
            continue;
          }
          Step();
        }
      }
      Step();
    }
    return text.Substring(from, Math.Min(at, text.Length) - from);
  }

  bool Directive(Stack<bool[]> regions, bool active) {
    var from = at;
    while (at < text.Length && Here != '\n') Step();
    var said = text.Substring(from + 1, at - from - 1).Trim();
    var comment = said.IndexOf("//");
    if (comment >= 0) said = said.Substring(0, comment).Trim();
    var word = new string(said.TakeWhile(char.IsLetter).ToArray());
    var rest = said.Substring(word.Length);
    if (word == "define" && active) defines.Add(rest.Trim());
    if (word == "undef" && active) defines.Remove(rest.Trim());
    if (word == "if") {
      var holds = active && Holds(rest);
      regions.Push(new[] { holds, holds, active });
      return holds;
    }
    if (regions.Count == 0) return active;
    var region = regions.Peek();
    if (word == "elif") { region[0] = region[2] && !region[1] && Holds(rest); region[1] |= region[0]; return region[0]; }
    if (word == "else") { region[0] = region[2] && !region[1]; region[1] = true; return region[0]; }
    if (word == "endif") { regions.Pop(); return region[2]; }
    return active;
  }

  bool Holds(string condition) {
    var words = System.Text.RegularExpressions.Regex.Matches(condition, @"\w+|&&|\|\||==|!=|!|\(|\)").Cast<System.Text.RegularExpressions.Match>().Select(m => m.Value).ToList();
    var i = 0;
    Func<bool> or = null;
    Func<bool> unary = null;
    unary = () => {
      if (i >= words.Count) return false;
      var word = words[i++];
      if (word == "!") return !unary();
      if (word == "(") { var inner = or(); i++; return inner; }
      return word == "true" || (word != "false" && defines.Contains(word));
    };
    Func<bool> equal = () => {
      var left = unary();
      while (i < words.Count && (words[i] == "==" || words[i] == "!=")) { var same = words[i++] == "=="; left = (left == unary()) == same; }
      return left;
    };
    Func<bool> and = () => { var left = equal(); while (i < words.Count && words[i] == "&&") { i++; left &= equal(); } return left; };
    or = () => { var left = and(); while (i < words.Count && words[i] == "||") { i++; left |= and(); } return left; };
    return or();
  }

  /** The first token at or behind a place. */
  public int IndexAt(int line, int column) {
    int low = 0, high = Tokens.Count;
    while (low < high) {
      var middle = (low + high) / 2;
      var t = Tokens[middle];
      if (t.Line < line || (t.Line == line && t.Column < column)) low = middle + 1; else high = middle;
    }
    return low;
  }

  /** The first token of the declaration whose name stands at `name`: attributes and modifiers belong to it. */
  public int StartOf(int name) {
    var depth = 0;
    var i = name - 1;
    for (; i >= 0; i--) {
      var t = Tokens[i].Text;
      if (Tokens[i].Kind != 'p') continue;
      if (t == ")" || t == "]") depth++;
      else if ((t == "(" || t == "[") && depth > 0) depth--;
      else if (depth == 0 && (t == ";" || t == "{" || t == "}")) break;
    }
    return i + 1;
  }

  /** The last token of the declaration whose name stands at `name`. */
  public int EndOf(int name) {
    var depth = 0;
    var arrow = false;
    for (var i = name; i < Tokens.Count; i++) {
      if (Tokens[i].Kind != 'p') continue;
      var t = Tokens[i].Text;
      if (t == "=>" || t == "=") { if (depth == 0) arrow = true; }
      else if (t == "(" || t == "[" || t == "{") depth++;
      else if (t == ")" || t == "]" || t == "}") {
        depth--;
        if (depth < 0) return i - 1;
        if (t == "}" && depth == 0 && !arrow) {
          // the initial value of a property stands behind its accessors
          if (i + 1 < Tokens.Count && Tokens[i + 1].Text == "=") continue;
          return i;
        }
      } else if (t == ";" && depth == 0) return i;
    }
    return Tokens.Count - 1;
  }

  /** The end of the statement, or of the head of a statement with a block, that begins at a token. */
  public int EndOfStatement(int from) {
    var depth = 0;
    var heads = from < Tokens.Count && new[] { "foreach", "for", "while", "if", "using", "lock", "switch", "fixed" }.Contains(Tokens[from].Text);
    for (var i = from; i < Tokens.Count; i++) {
      if (Tokens[i].Kind != 'p') continue;
      var t = Tokens[i].Text;
      if (t == "{" && depth == 0 && heads) return i;
      if (t == "(" || t == "[" || t == "{") depth++;
      else if (t == ")" || t == "]" || t == "}") { if (--depth < 0) return i; }
      else if (t == ";" && depth == 0) return i;
    }
    return Tokens.Count - 1;
  }
}

class Definition {
  public string File, Kind, Name;
  public int Line, Column, StartLine, EndLine, ParentLine;
  public int Start, End; // tokens
  public bool Exported;
  public ConstructorInitializer Initializer;
  public Definition Parent;
  public string Key { get { return File + ":" + Line; } }
}

class CSharpOracle {
  static string root, output;
  static readonly Dictionary<string, Source> sources = new Dictionary<string, Source>();
  static readonly List<Definition> definitions = new List<Definition>();
  static readonly Dictionary<int, Definition> byToken = new Dictionary<int, Definition>();
  static readonly Dictionary<object, List<Definition>> partsOf = new Dictionary<object, List<Definition>>();
  static readonly Dictionary<string, List<Definition>> ranged = new Dictionary<string, List<Definition>>();
  static readonly Dictionary<object, Definition> byMember = new Dictionary<object, Definition>();
  static readonly Dictionary<string, HashSet<string>> overriders = new Dictionary<string, HashSet<string>>();
  static readonly HashSet<string> overridden = new HashSet<string>();
  static readonly SortedSet<string> imports = new SortedSet<string>(StringComparer.Ordinal), heritage = new SortedSet<string>(StringComparer.Ordinal), overrides = new SortedSet<string>(StringComparer.Ordinal);
  static readonly SortedDictionary<string, Edge> edges = new SortedDictionary<string, Edge>(StringComparer.Ordinal);
  static readonly SortedDictionary<string, int> unresolved = new SortedDictionary<string, int>(StringComparer.Ordinal);
  static readonly Dictionary<string, HashSet<string>> filesOfNamespace = new Dictionary<string, HashSet<string>>();
  static readonly List<Action> later = new List<Action>();
  static readonly HashSet<string> written = new HashSet<string>();
  static IEnumerable<string> defines;
  static int sites, resolved, external, unknown;

  class Edge { public int Sites, FirstLine, Alternative; public string Alternatives, Caller, Callee; }

  static int Main(string[] args) {
    root = Path.GetFullPath(args[0]).TrimEnd('/') + "/";
    output = args[1];
    var assembly = Path.Combine(Path.GetTempPath(), "oracle-" + System.Diagnostics.Process.GetCurrentProcess().Id + ".dll");
    var given = new[] { "-debug", "-target:library", "-nowarn:1591", "-warn:0", "-out:" + assembly }.Concat(args.Skip(2)).ToArray();
    var settings = new CommandLineParser(Console.Error).ParseArguments(given);
    if (settings == null) return 1;
    defines = given.Where(a => a.StartsWith("-d:") || a.StartsWith("-define:")).SelectMany(a => a.Substring(a.IndexOf(':') + 1).Split(';', ',')).ToList();
    var context = new CompilerContext(settings, new StreamReportPrinter(Console.Error));
    var driver = typeof(CompilerContext).Assembly.GetType("Mono.CSharp.Driver");
    var compiled = (bool)driver.GetMethod("Compile").Invoke(Activator.CreateInstance(driver, context), null);
    if (!compiled) return 1;
    var module = RootContext.ToplevelTypes;
    Declared(module, null);
    foreach (var action in later) action();
    Calls(module, assembly);
    Inactive();
    File.Delete(assembly);
    File.Delete(assembly + ".mdb");
    Write();
    return 0;
  }

  static string Relative(Location location) {
    var full = location.SourceFile.OriginalFullPathName;
    return Path.GetFullPath(full).Substring(root.Length);
  }

  static Source SourceOf(string file) {
    Source source;
    if (!sources.TryGetValue(file, out source)) sources[file] = source = new Source(File.ReadAllText(root + file), defines);
    return source;
  }

  // --- definitions

  static readonly MethodInfo resolveToken = typeof(IKVM.Reflection.Emit.ModuleBuilder).GetMethod("ResolvePseudoToken", BindingFlags.Instance | BindingFlags.NonPublic | BindingFlags.Public);

  static int TokenOf(TypeContainer container, MemberInfoLike member) {
    var token = member.Token;
    return token < 0 ? (int)resolveToken.Invoke(container.Module.Builder, new object[] { token }) : token;
  }

  struct MemberInfoLike { public int Token; }

  static void Bind(TypeContainer container, MethodSpec spec, Definition definition) {
    if (spec == null) return;
    var meta = spec.GetMetaInfo();
    if (meta == null) return;
    byToken[TokenOf(container, new MemberInfoLike { Token = meta.MetadataToken })] = definition;
  }

  static Definition Define(MemberCore member, string kind, string name, Definition parent) {
    var file = Relative(member.Location);
    var source = SourceOf(file);
    int line = member.Location.Row, at = source.IndexAt(line, member.Location.Column);
    var definition = new Definition {
      File = file, Kind = kind, Name = name, Line = line, Column = member.Location.Column, Parent = parent, ParentLine = parent == null ? 0 : parent.Line,
      Start = source.StartOf(at), End = source.EndOf(at), Exported = (member.ModFlags & Modifiers.PUBLIC) != 0 || (parent != null && parent.Kind == "interface"),
    };
    definition.StartLine = Math.Min(line, source.Tokens[definition.Start].Line);
    definition.EndLine = source.Tokens[definition.End].Line;
    definitions.Add(definition);
    List<Definition> list;
    if (!ranged.TryGetValue(file, out list)) ranged[file] = list = new List<Definition>();
    list.Add(definition);
    byMember[member] = definition;
    return definition;
  }

  static string KindOf(TypeDefinition type) {
    if (type is Interface) return "interface";
    if (type is Struct) return "struct";
    if (type is Mono.CSharp.Enum) return "enum";
    if (type is Mono.CSharp.Delegate) return "delegate";
    return type is Class ? "class" : null;
  }

  static void Declared(TypeContainer container, Definition parent) {
    var type = container as TypeDefinition;
    var own = parent;
    if (type != null && !(container is ModuleContainer)) {
      if (container is CompilerGeneratedContainer || KindOf(type) == null || container.MemberName == null) return;
      own = Define(type, KindOf(type), type.MemberName.Name, parent);
      var main = type.PartialContainer ?? type;
      List<Definition> parts;
      if (!partsOf.TryGetValue(main, out parts)) partsOf[main] = parts = new List<Definition>();
      parts.Add(own);
      later.Add(() => Heritage(main, own));
      later.Add(() => Decorations(type, own, own.Parent));
      // Members of all parts stand in the first one as well: each is taken where it is written.
      if (!(type is Mono.CSharp.Delegate)) foreach (var member in type.Members) Member(type, member, own);
    }
    var spaces = container as NamespaceContainer;
    if (spaces != null) {
      if (spaces.NS != null && spaces.MemberName != null && spaces.Containers != null) {
        foreach (var inner in spaces.Containers) if (inner is TypeDefinition && inner.MemberName != null && KindOf((TypeDefinition)inner) != null) FileOf(spaces.NS.GetSignatureForError()).Add(Relative(inner.Location));
      }
      if (spaces.Usings != null) foreach (var clause in spaces.Usings) { var it = clause; later.Add(() => Import(it)); }
    }
    var nested = own == parent ? container.Containers : (IEnumerable<TypeContainer>)type.Members.OfType<TypeContainer>().Where(m => m.MemberName != null && Within(m, own));
    if (nested != null) foreach (var inner in nested.ToList()) Declared(inner, own);
  }

  static HashSet<string> FileOf(string space) {
    HashSet<string> files;
    if (!filesOfNamespace.TryGetValue(space, out files)) filesOfNamespace[space] = files = new HashSet<string>();
    return files;
  }

  /** Is a member written in this part of its type? */
  static bool Within(MemberCore member, Definition part) {
    if (member.Location.IsNull || Relative(member.Location) != part.File) return false;
    var at = SourceOf(part.File).IndexAt(member.Location.Row, member.Location.Column);
    return part.Start <= at && at <= part.End;
  }

  static void Member(TypeDefinition type, MemberCore member, Definition parent) {
    if (member is TypeContainer || member.MemberName != null && member.MemberName.Name.StartsWith("<") || member.MemberName == null || !Within(member, parent)) return;
    var name = member.MemberName.Name;
    Definition definition;
    var method = member as MethodCore;
    if (method != null) {
      var constructor = member as Constructor;
      // one that nobody has written has the place of its type
      if (constructor != null && (member.Location.Row == parent.Line && member.Location.Column == parent.Column)) return;
      if (member.IsCompilerGenerated) return;
      var partial = member as MethodOrOperator;
      definition = Define(member, constructor != null ? "constructor" : member is Operator ? "operator" : member is Destructor ? "destructor" : (member.ModFlags & Modifiers.ABSTRACT) != 0 || parent.Kind == "interface" ? "signature" : "method", constructor != null ? parent.Name : name, parent);
      if (constructor != null) definition.Initializer = constructor.Initializer;
      Bind(type, method.Spec, definition);
    } else if (member is PropertyBase) {
      var property = (PropertyBase)member;
      definition = Define(member, member is Indexer ? "indexer" : "property", member is Indexer ? "this[]" : name, parent);
      foreach (var accessor in new object[] { property.Get, property.Set }) Bind(type, SpecOf(accessor), definition);
    } else if (member is Event) {
      var happening = (Event)member;
      definition = Define(member, "event", name, parent);
      foreach (var accessor in new object[] { happening.Add, happening.Remove }) Bind(type, SpecOf(accessor), definition);
    } else {
      later.Add(() => Decorations(member, parent, parent.Parent));
      return;
    }
    later.Add(() => Decorations(member, definition, parent));
  }

  static MethodSpec SpecOf(object accessor) {
    return accessor == null ? null : (MethodSpec)accessor.GetType().GetProperty("Spec").GetValue(accessor, null);
  }

  // --- imports and inheritance

  static List<Definition> PartsOf(TypeSpec type) {
    List<Definition> parts;
    var definition = type == null ? null : type.MemberDefinition as TypeDefinition;
    if (definition == null) return new List<Definition>();
    return partsOf.TryGetValue(definition.PartialContainer ?? definition, out parts) ? parts : new List<Definition>();
  }

  static void Import(UsingClause clause) {
    var from = Relative(clause.Location) + "\t" + clause.Location.Row + "\t";
    var meant = clause.ResolvedExpression;
    if (meant == null) return;
    var space = meant as NamespaceExpression;
    if (space == null) foreach (var part in PartsOf(meant.Type)) imports.Add(from + part.File + "\timport");
    else {
      HashSet<string> files;
      if (filesOfNamespace.TryGetValue(space.Namespace.GetSignatureForError(), out files)) foreach (var file in files) if (file != Relative(clause.Location)) imports.Add(from + file + "\tnamespace");
    }
  }

  /**
   * The names after the colon of a part of a type, with what the compiler has bound them to. A base in several parts is one
   * type: the first of them in the order of paths is named, the others are names that are accepted for it.
   */
  static void Heritage(TypeDefinition type, Definition part) {
    if (type.Definition == null || part.Kind == "enum" || part.Kind == "delegate") return;
    var known = new List<TypeSpec>();
    if (type.Definition.BaseType != null) known.Add(type.Definition.BaseType);
    if (type.Definition.Interfaces != null) known.AddRange(type.Definition.Interfaces);
    foreach (var name in BaseNames(part)) {
      foreach (var spec in known.Where(k => k.Name == name.Key && k.Arity == name.Value)) {
        var bases = PartsOf(spec).OrderBy(b => b.File, StringComparer.Ordinal).ThenBy(b => b.Line).ToList();
        if (bases.Count == 0) continue;
        var first = bases[0];
        heritage.Add(string.Join("\t", part.File, part.Line, part.Name, first.Kind == "interface" && part.Kind != "interface" ? "implements" : "extends",
          first.File, first.Line, first.Name, first.Kind, string.Join("|", bases.Skip(1).Select(b => b.Key))));
      }
    }
  }

  /** Names after the colon, each with the number of its type arguments. */
  static IEnumerable<KeyValuePair<string, int>> BaseNames(Definition part) {
    var tokens = SourceOf(part.File).Tokens;
    var i = SourceOf(part.File).IndexAt(part.Line, part.Column) + 1;
    var depth = 0;
    while (i < tokens.Count && !(depth == 0 && (tokens[i].Text == ":" || tokens[i].Text == "{" || tokens[i].Text == ";" || tokens[i].Text == "where"))) {
      if (tokens[i].Text == "<") depth++;
      if (tokens[i].Text == ">") depth--;
      i++;
    }
    if (i >= tokens.Count || tokens[i].Text != ":") yield break;
    string last = null;
    var arguments = 0;
    for (i++; i < tokens.Count; i++) {
      var t = tokens[i].Text;
      if (t == "<" && depth == 0) arguments = 1;
      if (t == "," && depth == 1 && arguments > 0) arguments++;
      if (t == "<" || t == "(" || t == "[") depth++;
      else if (t == ">" || t == ")" || t == "]") depth--;
      else if (depth > 0) continue;
      else if (t == "{" || t == "where" || t == ";") break;
      else if (t == ",") { if (last != null) yield return new KeyValuePair<string, int>(last, arguments); last = null; arguments = 0; }
      else if (tokens[i].Kind == 'i') { last = t; arguments = 0; }
    }
    if (last != null) yield return new KeyValuePair<string, int>(last, arguments);
  }

  static void Decorations(Attributable member, Definition on, Definition around) {
    if (member.OptAttributes == null) return;
    foreach (var attribute in member.OptAttributes.Attrs) {
      // assembly: and module: stand on no definition
      if (attribute.Type == null) continue;
      var constructor = typeof(Mono.CSharp.Attribute).GetMethod("Resolve", BindingFlags.Instance | BindingFlags.NonPublic | BindingFlags.Public) == null ? null : ConstructorOf(attribute);
      var classes = PartsOf(attribute.Type);
      if (classes.Count == 0) continue;
      var to = constructor ?? classes[0];
      foreach (var from in new[] { on, around, null }) Add(Relative(attribute.Location), from, 0, to, "decorator", classes.Select(c => c.Key), attribute.Location.Row);
    }
  }

  static readonly FieldInfo cache = typeof(ModuleContainer).GetField("attrs_cache", BindingFlags.Instance | BindingFlags.NonPublic);

  static Definition ConstructorOf(Mono.CSharp.Attribute attribute) {
    // only the one constructor without arguments is kept by the compiler; others are one of the class' own
    var parts = PartsOf(attribute.Type);
    return definitions.FirstOrDefault(d => d.Kind == "constructor" && parts.Contains(d.Parent) && attribute.PositionalArguments == null);
  }

  // --- calls

  static string Rendered(C.TypeReference type, Func<C.GenericParameter, string> argument) {
    var parameter = type as C.GenericParameter;
    if (parameter != null) return argument(parameter);
    var instance = type as C.GenericInstanceType;
    if (instance != null) return instance.ElementType.FullName + "<" + string.Join(",", instance.GenericArguments.Select(a => Rendered(a, argument))) + ">";
    var array = type as C.ArrayType;
    if (array != null) return Rendered(array.ElementType, argument) + "[" + array.Rank + "]";
    var reference = type as C.ByReferenceType;
    if (reference != null) return Rendered(reference.ElementType, argument) + "&";
    return type.FullName;
  }

  static string Signature(C.MethodReference method, Func<C.GenericParameter, string> argument) {
    return method.Name.Substring(method.Name.LastIndexOf('.', Math.Max(0, method.Name.Length - 1)) + 1 == 0 || method.Name[0] == '.' ? 0 : method.Name.LastIndexOf('.') + 1)
      + "`" + method.GenericParameters.Count + "(" + string.Join(",", method.Parameters.Select(p => Rendered(p.ParameterType, argument))) + "):" + Rendered(method.ReturnType, argument);
  }

  static Func<C.GenericParameter, string> Own(C.MethodReference method) {
    return p => p.Owner is C.MethodReference ? "!!" + p.Position : "!" + p.FullName;
  }

  /** All bases of a type with what their type parameters stand for. */
  static IEnumerable<KeyValuePair<C.TypeDefinition, Func<C.GenericParameter, string>>> BasesOf(C.TypeDefinition type, Func<C.GenericParameter, string> argument) {
    var direct = new List<C.TypeReference>();
    if (type.BaseType != null) direct.Add(type.BaseType);
    direct.AddRange(type.Interfaces.Select(i => i.InterfaceType));
    foreach (var reference in direct) {
      C.TypeDefinition target = null;
      try { target = reference.Resolve(); } catch (C.AssemblyResolutionException) { }
      if (target == null) continue;
      var instance = reference as C.GenericInstanceType;
      Func<C.GenericParameter, string> inner = p => p.Owner is C.MethodReference ? "!!" + p.Position
        : instance != null && p.Position < instance.GenericArguments.Count ? Rendered(instance.GenericArguments[p.Position], argument) : "!" + p.FullName;
      yield return new KeyValuePair<C.TypeDefinition, Func<C.GenericParameter, string>>(target, inner);
      foreach (var further in BasesOf(target, inner)) yield return further;
    }
  }

  static Definition DefinitionOf(C.MethodDefinition method) {
    Definition definition;
    return method != null && method.Module == compiled && byToken.TryGetValue(method.MetadataToken.ToInt32(), out definition) ? definition : null;
  }

  /** An interface and all that it inherits from. */
  static void Listed(C.TypeReference reference, HashSet<C.TypeDefinition> all) {
    C.TypeDefinition type = null;
    try { type = reference.Resolve(); } catch (C.AssemblyResolutionException) { }
    if (type == null || !all.Add(type)) return;
    foreach (var each in type.Interfaces) Listed(each.InterfaceType, all);
  }

  /** Does a method say which member of an interface it is written for, and is it this one? */
  static bool Names(C.MethodDefinition method, C.MethodDefinition member) {
    return method.Overrides.Any(o => { try { return o.Resolve() == member; } catch (C.AssemblyResolutionException) { return false; } });
  }

  static void Overriding(C.ModuleDefinition module) {
    foreach (var type in module.GetTypes()) {
      var bases = BasesOf(type, p => "!" + p.FullName).ToList();
      var listed = new HashSet<C.TypeDefinition>();
      foreach (var each in type.Interfaces) Listed(each.InterfaceType, listed);
      foreach (var method in type.Methods) {
        var own = DefinitionOf(method);
        if (own == null || !method.IsVirtual) continue;
        var signature = Signature(method, Own(method));
        foreach (var pair in bases) {
          foreach (var candidate in pair.Key.Methods) {
            if (!candidate.IsVirtual || candidate.IsPrivate) continue;
            bool replaces;
            if (pair.Key.IsInterface) {
              replaces = method.Overrides.Count > 0 ? Names(method, candidate)
                // a member of an interface hides those of its bases, it never stands for them
                : !type.IsInterface && Signature(candidate, pair.Value) == signature
                  // what takes no place of a base's member stands for those of interfaces that its type names
                  && (!method.IsNewSlot || listed.Contains(pair.Key))
                  // what is written for the one member of an interface takes it from all others of its name
                  && !type.Methods.Any(m => m != method && Names(m, candidate) && Signature(m, Own(m)) == signature);
            } else replaces = method.Overrides.Count == 0 && !method.IsNewSlot && Signature(candidate, pair.Value) == signature;
            if (!replaces) continue;
            var replaced = DefinitionOf(candidate);
            if (replaced == null) overridden.Add(candidate.FullName);
            else if (replaced != own) {
              HashSet<string> members;
              if (!overriders.TryGetValue(replaced.Key, out members)) overriders[replaced.Key] = members = new HashSet<string>();
              members.Add(own.Key);
              overrides.Add(string.Join("\t", own.File, own.Line, own.Name, replaced.File, replaced.Line));
            }
          }
        }
      }
      // What a base class declares may stand for a member of an interface that only the derived class names.
      foreach (var pair in bases.Where(b => b.Key.IsInterface)) foreach (var candidate in pair.Key.Methods) {
        var declared = DefinitionOf(candidate);
        if (declared == null || type.Methods.Any(m => Signature(m, Own(m)) == Signature(candidate, pair.Value))) continue;
        foreach (var inherited in bases.Where(b => !b.Key.IsInterface).SelectMany(b => b.Key.Methods.Where(m => m.IsPublic && Signature(m, b.Value) == Signature(candidate, pair.Value))).Take(1)) {
          var running = DefinitionOf(inherited);
          if (running == null) continue;
          HashSet<string> members;
          if (!overriders.TryGetValue(declared.Key, out members)) overriders[declared.Key] = members = new HashSet<string>();
          members.Add(running.Key);
        }
      }
    }
  }

  /** The innermost definition with a body around a place. */
  static Definition Around(string file, int token, bool types) {
    List<Definition> list;
    if (!ranged.TryGetValue(file, out list)) return null;
    Definition best = null;
    foreach (var d in list) {
      var isType = d.Kind == "class" || d.Kind == "struct" || d.Kind == "interface" || d.Kind == "enum" || d.Kind == "delegate";
      if (isType != types || token < d.Start || d.End < token) continue;
      if (best == null || d.End - d.Start < best.End - best.Start) best = d;
    }
    return best;
  }

  static void Calls(ModuleContainer tree, string assembly) {
    var resolver = new C.DefaultAssemblyResolver();
    resolver.AddSearchDirectory("/usr/lib/mono/4.5");
    var module = C.ModuleDefinition.ReadModule(assembly, new C.ReaderParameters { AssemblyResolver = resolver, InMemory = true });
    symbols = MonoSymbolFile.ReadSymbolFile(assembly + ".mdb");
    compiled = module;
    foreach (var entry in partsOf) {
      var meta = ((TypeDefinition)entry.Key).Definition.GetMetaInfo();
      typesOf[meta.FullName.Replace('+', '/')] = entry.Value;
    }
    Overriding(module);
    foreach (var type in module.GetTypes()) foreach (var method in type.Methods) if (method.HasBody) Body(module, method);
    module.Dispose();
    symbols.Dispose();
  }

  static MonoSymbolFile symbols;
  static C.ModuleDefinition compiled;

  class Point { public string File; public int Line, Column, Offset; }

  static List<Point> PointsOf(C.MethodDefinition method) {
    var entry = symbols.GetMethodByToken(method.MetadataToken.ToInt32());
    if (entry == null) return new List<Point>();
    return entry.GetLineNumberTable().LineNumbers.Where(l => !l.IsHidden && l.Row > 0 && l.Row != 0xfeefee)
      .Select(l => new Point { File = symbols.GetSourceFile(l.File).FileName, Line = l.Row, Column = Math.Max(1, l.Column), Offset = l.Offset })
      .OrderBy(p => p.Offset).ToList();
  }

  static readonly Dictionary<string, List<Definition>> typesOf = new Dictionary<string, List<Definition>>();

  static void Body(C.ModuleDefinition module, C.MethodDefinition method) {
    var member = DefinitionOf(method);
    var points = PointsOf(method);
    // nobody has written the body of an accessor without symbols, of a storey's constructor, …
    if (points.Count == 0) return;
    var next = 0;
    Point point = null;
    string name = null;
    foreach (var instruction in method.Body.Instructions) {
      while (next < points.Count && points[next].Offset <= instruction.Offset) point = points[next++];
      var at = point ?? points[0];
      if (instruction.OpCode.Code == Cil.Code.Ldstr) name = (string)instruction.Operand;
      var target = instruction.Operand as C.MethodReference;
      if (instruction.OpCode.Code == Cil.Code.Initobj) { Initialised(member, (C.TypeReference)instruction.Operand, at); continue; }
      if (target == null) continue;
      if (target.DeclaringType.FullName == "Microsoft.CSharp.RuntimeBinder.Binder" && target.Name == "InvokeMember" && name != null) {
        Site site = SiteOf(at, member);
        if (site != null) Unresolved(site, name, "dynamic");
        continue;
      }
      One(member, method, instruction, target, at);
    }
  }

  class Site { public string File; public int Token, End, Line; public Definition From, Type; }

  static Site SiteOf(Point point, Definition member) {
    var file = Path.GetFullPath(point.File);
    if (!file.StartsWith(root)) return null;
    file = file.Substring(root.Length);
    var source = SourceOf(file);
    var token = source.IndexAt(point.Line, point.Column);
    return new Site { File = file, Token = token, End = source.EndOfStatement(token), Line = point.Line, From = Around(file, token, false), Type = Around(file, token, true) };
  }

  static bool Says(Site site, string word) {
    var tokens = SourceOf(site.File).Tokens;
    for (var i = site.Token; i <= site.End && i < tokens.Count; i++) if (tokens[i].Kind == 'i' && tokens[i].Text == word) return true;
    return false;
  }

  static void Initialised(Definition member, C.TypeReference type, Point point) {
    List<Definition> parts;
    if (!typesOf.TryGetValue(type.GetElementType().FullName, out parts)) return;
    var site = SiteOf(point, member);
    if (site == null || !Says(site, "new") || !Says(site, parts[0].Name)) return;
    sites++; resolved++;
    Add(site.File, site.From, site.Type == null ? 0 : site.Type.Line, parts[0], "new-implicit", parts.Select(p => p.Key), site.Line);
  }

  static void One(Definition member, C.MethodDefinition caller, Cil.Instruction instruction, C.MethodReference reference, Point point) {
    C.MethodDefinition target = null;
    try { target = reference.Resolve(); } catch (C.AssemblyResolutionException) { }
    var site = SiteOf(point, member);
    if (site == null) return;
    var code = instruction.OpCode.Code;
    var isValue = code == Cil.Code.Ldftn || code == Cil.Code.Ldvirtftn;
    var definition = DefinitionOf(target);
    var name = target == null ? reference.Name : target.Name;
    List<Definition> parts;
    typesOf.TryGetValue(reference.DeclaringType.GetElementType().FullName, out parts);
    if (name == ".ctor") {
      if (parts == null) { if (target == null || target.Module != caller.Module) { sites++; external++; } return; }
      string kind;
      // the constructor of a struct is called on the place where it is to stand
      if (code == Cil.Code.Newobj || (code == Cil.Code.Call && parts[0].Kind == "struct" && Says(site, "new"))) {
        if (!Says(site, parts[0].Name) || !Says(site, "new")) return;
        kind = definition == null ? "new-implicit" : "new";
      } else {
        // what nobody has written has no initializer of its own
        if (member == null || member.Kind != "constructor" || member.Initializer == null || member.Initializer.GetType().Name == "GeneratedBaseInitializer") return;
        kind = "super";
        site.From = member;
      }
      sites++; resolved++;
      Add(site.File, site.From, site.Type == null ? 0 : site.Type.Line, definition ?? parts[0], kind, parts.Select(p => p.Key), site.Line);
      return;
    }
    if (definition == null) {
      if (target == null || target.Module != caller.Module) {
        sites++; external++;
        if (target != null && overridden.Contains(target.FullName)) Unresolved(site, NameOf(target), "overridden");
      }
      return;
    }
    var alternatives = new List<string>();
    HashSet<string> members;
    if (overriders.TryGetValue(definition.Key, out members)) alternatives.AddRange(members.OrderBy(m => m, StringComparer.Ordinal));
    sites++; resolved++;
    string how;
    if (definition.Kind == "property" || definition.Kind == "event") how = Says(site, definition.Name) ? "accessor" : "implicit";
    else if (definition.Kind == "indexer" || definition.Kind == "operator" || definition.Kind == "destructor" || !Says(site, definition.Name)) how = "implicit";
    else if (isValue) how = "method-ref";
    else if (definition.Kind == "signature") how = "iface";
    else how = alternatives.Count > 0 && (code == Cil.Code.Callvirt || code == Cil.Code.Ldtoken) ? "virtual" : "call";
    Add(site.File, site.From, site.Type == null ? 0 : site.Type.Line, definition, how, alternatives, site.Line);
  }

  static string NameOf(C.MethodDefinition method) {
    return method.IsGetter || method.IsSetter || method.IsAddOn || method.IsRemoveOn ? method.Name.Substring(method.Name.IndexOf('_') + 1) : method.Name;
  }

  static void Add(string file, Definition from, int type, Definition to, string kind, IEnumerable<string> alternatives, int line) {
    var key = string.Join("\t", file, from == null ? 0 : from.Line, to.File, to.Line, kind);
    Edge edge;
    if (!edges.TryGetValue(key, out edge)) edges[key] = edge = new Edge {
      FirstLine = line, Alternative = from == null ? type : 0, Caller = from == null ? "<module>" : from.Name, Callee = to.Name,
      Alternatives = string.Join("|", alternatives.Where(a => a != to.Key).Distinct().OrderBy(a => a, StringComparer.Ordinal)),
    };
    edge.Sites++;
    edge.FirstLine = Math.Min(edge.FirstLine, line);
  }

  static void Unresolved(Site site, string name, string why) {
    sites++; unknown++;
    Unresolved(site.File, site.From, name, why);
  }

  static void Unresolved(string file, Definition from, string name, string why) {
    var key = string.Join("\t", file, from == null ? 0 : from.Line, name, why);
    int count;
    unresolved.TryGetValue(key, out count);
    unresolved[key] = count + 1;
  }

  /** Names called where #if leaves the text out. */
  static void Inactive() {
    foreach (var file in ranged.Keys.ToList()) {
      var source = SourceOf(file);
      for (var i = 0; i + 1 < source.Inactive.Count; i++) {
        var token = source.Inactive[i];
        if (token.Kind != 'i') continue;
        var around = Around(file, Math.Max(0, source.IndexAt(token.Line, token.Column) - 1), false);
        Unresolved(file, around, token.Text, "inactive");
      }
    }
  }

  // --- tables

  static void Write() {
    Directory.CreateDirectory(output);
    Table("defs", "file\tline\tstartLine\tendLine\tkind\tname\tparentLine\texported", definitions.Select(d => string.Join("\t", d.File, d.Line, d.StartLine, d.EndLine, d.Kind, d.Name, d.ParentLine, d.Exported ? 1 : 0)));
    Table("calls", "callerFile\tcallerLine\tcalleeFile\tcalleeLine\tkind\tsites\tfirstSiteLine\tcallerAltLine\tcalleeAlts\tcallerName\tcalleeName", edges.Select(e => string.Join("\t", e.Key, e.Value.Sites, e.Value.FirstLine, e.Value.Alternative, e.Value.Alternatives, e.Value.Caller, e.Value.Callee)));
    Table("unresolved", "callerFile\tcallerLine\tcalleeName\twhy\tsites", unresolved.Select(u => u.Key + "\t" + u.Value));
    Table("imports", "fromFile\tline\ttoFile\tkind", imports);
    Table("heritage", "file\tline\tname\trelation\ttoFile\ttoLine\ttoName\ttoKind\ttoAlts", heritage);
    Table("overrides", "file\tline\tname\tbaseFile\tbaseLine", overrides);
    Console.WriteLine("{{\"tool\":\"CSharpOracle\",\"files\":{0},\"lines\":{1},\"defs\":{2},\"callEdges\":{3},\"sites\":{4},\"resolved\":{5},\"external\":{6},\"unresolved\":{7},\"imports\":{8},\"heritage\":{9},\"overrides\":{10}}}",
      ranged.Count, ranged.Keys.Sum(f => SourceOf(f).Lines), definitions.Count, edges.Count, sites, resolved, external, unknown, imports.Count, heritage.Count, overrides.Count);
  }

  static void Table(string name, string head, IEnumerable<string> rows) {
    File.WriteAllText(Path.Combine(output, name + ".tsv"), "#" + head + "\n" + string.Concat(rows.OrderBy(r => r, StringComparer.Ordinal).Select(r => r + "\n")));
  }
}
