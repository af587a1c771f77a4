// What the Kotlin compiler makes of a project, as the tables of an oracle: definitions, calls, imports, inheritance.
//
//   java -cp KOTLIN/lib/kotlin-compiler.jar KotlinOracle.java ROOT OUT CLASSPATH SOURCES… [-java FOLDERS…]
//
// CLASSPATH is joined by ":", SOURCES are files or folders, each below ROOT; folders of Java source behind -java are read
// for their types. The compiler's own front end binds everything; nothing is compiled, and so a call of an inline function
// is one like any other. A call inside of a lambda belongs to the function or property around it, one in an initializer
// or an init block and what a class says after its colon to no definition (line 0, with the type beside it). Kinds:
//   call, virtual (something overrides the target), iface (the target has no body), new (the primary constructor is the
//   class), super (written after the colon, this(…), super(…)), new-anonymous (the bases of an object expression),
//   method-ref (`::f`), accessor (a property read or written), decorator (an annotation, from what it stands on and from
//   what is around that), implicit (the target's name is not at the call: operators, indexing, invoke, loops, delegates,
//   destructuring, members that the compiler makes).
// unresolved.tsv has the calls that the compiler could not bind, for want of a dependency.

import com.intellij.openapi.util.Disposer;
import com.intellij.openapi.vfs.StandardFileSystems;
import com.intellij.psi.PsiClass;
import com.intellij.psi.PsiElement;
import com.intellij.psi.PsiFile;
import com.intellij.psi.PsiManager;
import com.intellij.psi.PsiMethod;
import com.intellij.psi.PsiNameIdentifierOwner;
import com.intellij.psi.PsiTypeParameter;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.*;
import java.util.stream.Collectors;
import org.jetbrains.kotlin.analyzer.AnalysisResult;
import org.jetbrains.kotlin.cli.common.CLIConfigurationKeys;
import org.jetbrains.kotlin.cli.common.config.ContentRootsKt;
import org.jetbrains.kotlin.cli.common.messages.MessageRenderer;
import org.jetbrains.kotlin.cli.common.messages.PrintingMessageCollector;
import org.jetbrains.kotlin.cli.jvm.compiler.*;
import org.jetbrains.kotlin.cli.jvm.config.JvmContentRootsKt;
import org.jetbrains.kotlin.config.*;
import org.jetbrains.kotlin.descriptors.*;
import org.jetbrains.kotlin.lexer.KtTokens;
import org.jetbrains.kotlin.psi.*;
import org.jetbrains.kotlin.resolve.*;
import org.jetbrains.kotlin.resolve.calls.callUtil.CallUtilKt;
import org.jetbrains.kotlin.resolve.calls.model.*;
import org.jetbrains.kotlin.types.KotlinType;

public class KotlinOracle {
  record Definition(String file, int line, int start, int end, String kind, String name, int parent, boolean exported) {
    String key() { return file + ":" + line; }
  }

  static class Edge {
    int sites, first = Integer.MAX_VALUE, alternative;
    String alternatives, caller, callee;
  }

  static Path root;
  static BindingContext bound;
  static final Map<PsiElement, Definition> definitions = new LinkedHashMap<>();
  static final Map<String, Set<String>> overriders = new HashMap<>();
  static final Map<String, Edge> edges = new TreeMap<>();
  static final Map<String, Integer> unresolved = new TreeMap<>();
  static final Set<String> imports = new TreeSet<>(), heritage = new TreeSet<>(), overrides = new TreeSet<>();
  static final Map<String, Set<String>> filesOfPackage = new HashMap<>();
  static final Map<PsiFile, int[]> lineStarts = new HashMap<>();
  static final Map<String, Set<String>> expected = new HashMap<>();
  static int sites, resolved, external, unknown;

  public static void main(String[] args) throws IOException {
    root = Path.of(args[0]).toRealPath();
    Path out = Path.of(args[1]);
    List<String> sources = new ArrayList<>(), java = new ArrayList<>();
    List<String> into = sources;
    for (String arg : Arrays.asList(args).subList(3, args.length)) {
      if (arg.equals("-java")) into = java;
      else into.add(Path.of(arg).toRealPath().toString());
    }
    CompilerConfiguration configuration = new CompilerConfiguration();
    var messages = new PrintingMessageCollector(System.err, MessageRenderer.PLAIN_RELATIVE_PATHS, false);
    configuration.put(CLIConfigurationKeys.MESSAGE_COLLECTOR_KEY, messages);
    configuration.put(CommonConfigurationKeys.MODULE_NAME, "oracle");
    configuration.put(JVMConfigurationKeys.JDK_HOME, new File(System.getProperty("java.home")));
    CommonConfigurationKeysKt.setLanguageVersionSettings(configuration, new LanguageVersionSettingsImpl(LanguageVersion.KOTLIN_1_3, ApiVersion.KOTLIN_1_3, Map.of(), Map.of(LanguageFeature.MultiPlatformProjects, LanguageFeature.State.ENABLED, LanguageFeature.InlineClasses, LanguageFeature.State.ENABLED)));
    ContentRootsKt.addKotlinSourceRoots(configuration, sources);
    JvmContentRootsKt.addJavaSourceRoots(configuration, java.stream().map(File::new).toList());
    JvmContentRootsKt.addJvmClasspathRoots(configuration, Arrays.stream(args[2].split(":")).filter(p -> !p.isEmpty()).map(File::new).toList());
    var environment = KotlinCoreEnvironment.createForProduction(Disposer.newDisposable(), configuration, EnvironmentConfigFiles.JVM_CONFIG_FILES);
    List<KtFile> all = environment.getSourceFiles();
    // sources from elsewhere stand in for a dependency: they are bound to and not told of
    List<KtFile> files = all.stream().filter(KotlinOracle::isBelowRoot).toList();
    AnalysisResult result = TopDownAnalyzerFacadeForJVM.analyzeFilesWithJavaIntegration(
      environment.getProject(), all, new NoScopeRecordCliBindingTrace(), configuration, environment::createPackagePartProvider);
    bound = result.getBindingContext();
    int errors = 0;
    for (var diagnostic : bound.getDiagnostics().all()) if (diagnostic.getSeverity().name().equals("ERROR")) {
      if (errors++ < 10) System.err.println(diagnostic.getPsiFile().getName() + ":" + line(diagnostic.getPsiFile(), diagnostic.getTextRanges().get(0).getStartOffset()) + " " + diagnostic.getFactory().getName() + " " + diagnostic.getPsiElement().getText().lines().findFirst().orElse(""));
    }
    System.err.println(errors + " errors");
    for (KtFile file : files) {
      filesOfPackage.computeIfAbsent(file.getPackageFqName().asString(), k -> new TreeSet<>()).add(path(file));
      each(file, KotlinOracle::define);
    }
    for (String folder : java) for (Path source : sourcesBelow(Path.of(folder))) {
      var found = StandardFileSystems.local().findFileByPath(source.toString());
      each(PsiManager.getInstance(environment.getProject()).findFile(found), KotlinOracle::target);
    }
    for (KtFile file : files) each(file, KotlinOracle::inherit);
    for (KtFile file : files) {
      for (KtImportDirective directive : file.getImportDirectives()) imported(directive);
      each(file, KotlinOracle::unbound);
    }
    bound.getSliceContents(BindingContext.RESOLVED_CALL).forEach(KotlinOracle::called);
    for (var slice : List.of(BindingContext.LOOP_RANGE_ITERATOR_RESOLVED_CALL, BindingContext.LOOP_RANGE_HAS_NEXT_RESOLVED_CALL, BindingContext.LOOP_RANGE_NEXT_RESOLVED_CALL)) {
      bound.getSliceContents(slice).forEach((element, call) -> bind(element, call, "implicit"));
    }
    bound.getSliceContents(BindingContext.COMPONENT_RESOLVED_CALL).forEach((element, call) -> bind(element, call, "implicit"));
    bound.getSliceContents(BindingContext.INDEXED_LVALUE_GET).forEach((element, call) -> bind(element, call, "implicit"));
    bound.getSliceContents(BindingContext.INDEXED_LVALUE_SET).forEach((element, call) -> bind(element, call, "implicit"));
    bound.getSliceContents(BindingContext.PROVIDE_DELEGATE_RESOLVED_CALL).forEach((property, call) -> bind(source(property), call, "implicit"));
    bound.getSliceContents(BindingContext.DELEGATED_PROPERTY_RESOLVED_CALL).forEach((accessor, call) -> bind(source(accessor.getCorrespondingVariable()), call, "implicit"));
    write(out, files);
  }

  // --- places

  static String path(PsiFile file) { return root.relativize(Path.of(file.getVirtualFile().getPath())).toString(); }

  static int line(PsiFile file, int offset) {
    int[] starts = lineStarts.computeIfAbsent(file, it -> {
      String text = it.getText();
      var all = new ArrayList<Integer>(List.of(0));
      for (int i = 0; i < text.length(); i++) if (text.charAt(i) == '\n') all.add(i + 1);
      return all.stream().mapToInt(Integer::intValue).toArray();
    });
    int at = Arrays.binarySearch(starts, offset);
    return at >= 0 ? at + 1 : -at - 1;
  }

  static int line(PsiElement element) { return line(element.getContainingFile(), element.getTextRange().getStartOffset()); }

  static List<Path> sourcesBelow(Path folder) throws IOException {
    try (var all = Files.walk(folder)) {
      return all.filter(path -> path.toString().endsWith(".java")).sorted().toList();
    }
  }

  static void each(PsiElement element, java.util.function.Consumer<PsiElement> visit) {
    visit.accept(element);
    for (PsiElement child = element.getFirstChild(); child != null; child = child.getNextSibling()) each(child, visit);
  }

  static boolean isBelowRoot(PsiElement element) {
    var file = element == null ? null : element.getContainingFile();
    return file != null && file.getVirtualFile() != null && file.getVirtualFile().getPath().startsWith(root + "/") && !file.getVirtualFile().getPath().contains(".jar!");
  }

  // --- definitions

  static boolean isType(PsiElement element) { return element instanceof KtClassOrObject; }

  static void define(PsiElement element) {
    String kind = kindOf(element);
    if (kind == null) return;
    var declaration = (KtNamedDeclaration) element;
    var file = element.getContainingFile();
    PsiElement name = declaration.getNameIdentifier();
    if (name == null) name = element instanceof KtSecondaryConstructor constructor ? constructor.getConstructorKeyword() : element instanceof KtObjectDeclaration object ? object.getObjectKeyword() : element;
    var parent = around(element, true);
    String said = element instanceof KtSecondaryConstructor ? parent.name() : element instanceof KtObjectDeclaration object && object.getName() == null ? "Companion" : declaration.getName();
    boolean exported = !declaration.hasModifier(KtTokens.PRIVATE_KEYWORD) && !declaration.hasModifier(KtTokens.PROTECTED_KEYWORD) && !declaration.hasModifier(KtTokens.INTERNAL_KEYWORD);
    definitions.put(element, new Definition(path(file), line(name), line(first(element)), line(file, element.getTextRange().getEndOffset() - 1), kind, said, parent == null ? 0 : parent.line(), exported));
  }

  /** The first part of a declaration that is no comment. */
  static PsiElement first(PsiElement element) {
    PsiElement first = element.getFirstChild();
    while (first != null && (first.getText().startsWith("/*") || first.getText().startsWith("//") || first.getText().isBlank())) first = first.getNextSibling();
    return first == null ? element : first;
  }

  static String kindOf(PsiElement element) {
    if (element instanceof KtEnumEntry) return "enum-entry";
    if (element instanceof KtClass type) return type.isInterface() ? "interface" : type.isEnum() ? "enum" : "class";
    if (element instanceof KtObjectDeclaration object) return object.isObjectLiteral() ? null : "object";
    if (element instanceof KtSecondaryConstructor) return "constructor";
    if (element instanceof KtTypeAlias) return "type";
    if (element instanceof KtNamedFunction function) {
      if (function.getNameIdentifier() == null) return null;
      boolean isMember = function.getParent() instanceof KtClassBody;
      return !isMember ? "function" : function.hasBody() || function.hasModifier(KtTokens.EXTERNAL_KEYWORD) ? "method" : "signature";
    }
    if (element instanceof KtProperty property) return property.isLocal() || property.getNameIdentifier() == null ? null : "property";
    if (element instanceof KtParameter parameter) return parameter.hasValOrVar() && parameter.getNameIdentifier() != null ? "property" : null;
    return null;
  }

  /** The type around an element, or the function or property that runs what stands there. */
  static Definition around(PsiElement element, boolean type) {
    for (PsiElement p = element.getParent(); p != null; p = p.getParent()) {
      if (type) {
        if (isType(p) && definitions.get(p) != null) return definitions.get(p);
        continue;
      }
      // An initializer of a property and an init block run with the constructor, of an object expression where it stands.
      if (p instanceof KtNamedFunction || p instanceof KtSecondaryConstructor) { if (definitions.get(p) != null) return definitions.get(p); }
      if (p instanceof KtPropertyAccessor accessor && definitions.get(accessor.getProperty()) != null) return definitions.get(accessor.getProperty());
      if (p instanceof KtClassOrObject && definitions.get(p) != null) return null;
    }
    return null;
  }

  // --- inheritance and imports

  static PsiElement source(DeclarationDescriptor descriptor) {
    var found = DescriptorToSourceUtils.INSTANCE.getSourceFromDescriptor(descriptor);
    return found instanceof KtPropertyAccessor accessor ? accessor.getProperty() : found;
  }

  static void inherit(PsiElement element) {
    var own = definitions.get(element);
    if (own == null) return;
    if (element instanceof KtClassOrObject type && !(element instanceof KtEnumEntry)) for (KtSuperTypeListEntry entry : type.getSuperTypeListEntries()) {
      KotlinType meant = entry.getTypeReference() == null ? null : bound.get(BindingContext.TYPE, entry.getTypeReference());
      var base = meant == null || meant.getConstructor().getDeclarationDescriptor() == null ? null : target(source(meant.getConstructor().getDeclarationDescriptor()));
      if (base == null) continue;
      boolean implemented = base.kind().equals("interface") && !own.kind().equals("interface");
      heritage.add(String.join("\t", own.file(), "" + own.line(), own.name(), implemented ? "implements" : "extends", base.file(), "" + base.line(), base.name(), base.kind()));
    }
    var descriptor = element instanceof KtParameter parameter ? bound.get(BindingContext.PRIMARY_CONSTRUCTOR_PARAMETER, parameter) : bound.get(BindingContext.DECLARATION_TO_DESCRIPTOR, element);
    if (descriptor instanceof CallableMemberDescriptor member && !(descriptor instanceof ConstructorDescriptor)) overridden(own, member, new HashSet<>());
    if (descriptor instanceof MemberDescriptor member && member.isExpect()) expected.computeIfAbsent(shape(descriptor), k -> new TreeSet<>()).add(own.key());
  }

  /** What a declaration for all platforms has in common with those of each. */
  static String shape(DeclarationDescriptor descriptor) {
    String name = DescriptorUtils.getFqName(descriptor).asString();
    if (!(descriptor instanceof CallableDescriptor callable)) return name;
    var receiver = callable.getExtensionReceiverParameter();
    return name + "|" + (receiver == null ? "" : receiver.getType()) + "|" + callable.getValueParameters().stream().map(p -> p.getType().toString()).collect(Collectors.joining(","));
  }

  static void overridden(Definition own, CallableMemberDescriptor member, Set<CallableMemberDescriptor> seen) {
    for (CallableMemberDescriptor base : member.getOverriddenDescriptors()) {
      var declared = base.getOriginal();
      if (!seen.add(declared)) continue;
      if (declared.getKind() == CallableMemberDescriptor.Kind.DECLARATION) {
        var definition = target(source(declared));
        if (definition != null) {
          overriders.computeIfAbsent(definition.key(), k -> new TreeSet<>()).add(own.key());
          overrides.add(String.join("\t", own.file(), "" + own.line(), own.name(), definition.file(), "" + definition.line()));
        }
      }
      overridden(own, declared, seen);
    }
  }

  /** The definition at a place of source; of Java's source one is made where it is first asked for. */
  static Definition target(PsiElement element) {
    if (element == null || !isBelowRoot(element)) return null;
    var known = definitions.get(element);
    if (known != null || element instanceof KtElement) return known;
    if (!(element instanceof PsiClass || element instanceof PsiMethod) || element instanceof PsiTypeParameter) return null;
    var named = (PsiNameIdentifierOwner) element;
    if (named.getNameIdentifier() == null) return null;
    String kind = element instanceof PsiClass type ? type.isInterface() ? "interface" : type.isEnum() ? "enum" : "class"
      : ((PsiMethod) element).isConstructor() ? "constructor" : ((PsiMethod) element).getBody() == null ? "signature" : "method";
    var parent = element.getParent() instanceof PsiClass type ? target(type) : null;
    var file = element.getContainingFile();
    var made = new Definition(path(file), line(named.getNameIdentifier()), line(first(element)), line(file, element.getTextRange().getEndOffset() - 1), kind, named.getName(), parent == null ? 0 : parent.line(), true);
    definitions.put(element, made);
    return made;
  }

  static void imported(KtImportDirective directive) {
    var reference = directive.getImportedReference();
    var name = reference instanceof KtDotQualifiedExpression dotted ? dotted.getSelectorExpression() : reference;
    if (!(name instanceof KtReferenceExpression said)) return;
    String row = path(directive.getContainingFile()) + "\t" + line(directive) + "\t";
    var targets = new ArrayList<DeclarationDescriptor>();
    if (bound.get(BindingContext.REFERENCE_TARGET, said) != null) targets.add(bound.get(BindingContext.REFERENCE_TARGET, said));
    if (bound.get(BindingContext.AMBIGUOUS_REFERENCE_TARGET, said) != null) targets.addAll(bound.get(BindingContext.AMBIGUOUS_REFERENCE_TARGET, said));
    for (DeclarationDescriptor descriptor : targets) {
      if (descriptor instanceof PackageViewDescriptor space) {
        if (directive.isAllUnder()) for (String file : filesOfPackage.getOrDefault(space.getFqName().asString(), Set.of())) imports.add(row + file + "\tnamespace");
        continue;
      }
      var element = source(descriptor instanceof CallableMemberDescriptor member ? DescriptorUtils.unwrapFakeOverride(member).getOriginal() : descriptor);
      if (isBelowRoot(element)) imports.add(row + path(element.getContainingFile()) + "\timport");
    }
  }

  // --- calls

  static void called(Call call, ResolvedCall<?> what) {
    KtElement at = call.getCallElement();
    if (what instanceof VariableAsFunctionResolvedCall both) {
      bind(at, both.getVariableCall(), null);
      bind(at, both.getFunctionCall(), "implicit");
    } else bind(at, what, null);
  }

  static void bind(PsiElement at, ResolvedCall<?> call, String kind) {
    if (at == null || call == null || !isBelowRoot(at)) return;
    CallableDescriptor descriptor = call.getResultingDescriptor();
    if (descriptor instanceof org.jetbrains.kotlin.descriptors.impl.TypeAliasConstructorDescriptor alias) descriptor = alias.getUnderlyingConstructorDescriptor();
    boolean isMade = descriptor instanceof CallableMemberDescriptor member && member.getKind() == CallableMemberDescriptor.Kind.SYNTHESIZED;
    if (descriptor instanceof CallableMemberDescriptor member) descriptor = DescriptorUtils.unwrapFakeOverride(member);
    descriptor = descriptor.getOriginal();
    if (descriptor instanceof ParameterDescriptor || descriptor instanceof org.jetbrains.kotlin.descriptors.impl.LocalVariableDescriptor || descriptor instanceof org.jetbrains.kotlin.resolve.calls.util.FakeCallableDescriptorForObject) return;
    if (descriptor instanceof org.jetbrains.kotlin.synthetic.SyntheticJavaPropertyDescriptor synthetic) descriptor = synthetic.getGetMethod();
    sites++;
    PsiElement place = source(descriptor);
    if (place instanceof KtPrimaryConstructor constructor) place = constructor.getContainingClassOrObject();
    Definition to = target(place);
    if (to == null) { external++; return; }
    resolved++;
    var alternatives = new TreeSet<String>();
    if (descriptor instanceof ConstructorDescriptor constructor) {
      Definition type = target(source(constructor.getConstructedClass()));
      if (type != null) alternatives.add(type.key());
      var primary = source(descriptor);
      if (primary instanceof KtPrimaryConstructor written) alternatives.add(path(written.getContainingFile()) + ":" + line(written.getConstructorKeyword() == null ? written : written.getConstructorKeyword()));
    } else alternatives.addAll(overriders.getOrDefault(to.key(), Set.of()));
    boolean isOverridden = !(descriptor instanceof ConstructorDescriptor) && !alternatives.isEmpty();
    if (descriptor instanceof MemberDescriptor member && member.isActual()) alternatives.addAll(expected.getOrDefault(shape(descriptor), Set.of()));
    alternatives.remove(to.key());
    if (kind == null) kind = kindOf(at, descriptor, to, isMade, isOverridden);
    if (at instanceof KtAnnotationEntry || com.intellij.psi.util.PsiTreeUtil.getParentOfType(at, KtAnnotationEntry.class, false) != null) {
      var on = com.intellij.psi.util.PsiTreeUtil.getParentOfType(at, KtDeclaration.class, false);
      Definition decorated = on == null ? null : definitions.get(on);
      for (Definition from : Arrays.asList(decorated, on == null ? null : around(on, true), null)) add(at, from, to, "decorator", alternatives);
      return;
    }
    Definition from = around(at, false);
    add(at, from, to, kind, alternatives);
  }

  static String kindOf(PsiElement at, CallableDescriptor descriptor, Definition to, boolean isMade, boolean isOverridden) {
    if (descriptor instanceof ConstructorDescriptor) {
      if (at instanceof KtSuperTypeCallEntry entry) {
        var type = com.intellij.psi.util.PsiTreeUtil.getParentOfType(entry, KtClassOrObject.class, true);
        return type instanceof KtObjectDeclaration object && object.isObjectLiteral() ? "new-anonymous" : type instanceof KtEnumEntry || entry.getParent() instanceof KtInitializerList ? "new" : "super";
      }
      return at instanceof KtConstructorDelegationCall ? "super" : isReference(at) ? "method-ref" : "new";
    }
    if (descriptor instanceof PropertyDescriptor) return isReference(at) ? "method-ref" : "accessor";
    if (isMade) return "implicit";
    if (isReference(at)) return "method-ref";
    if (!says(at, descriptor.getName().asString())) {
      // Kotlin's view of Java's getters
      return to.file().endsWith(".java") ? "accessor" : "implicit";
    }
    return to.kind().equals("signature") ? "iface" : isOverridden ? "virtual" : "call";
  }

  static boolean isReference(PsiElement at) {
    return at.getParent() instanceof KtCallableReferenceExpression reference && reference.getCallableReference() == at;
  }

  static boolean says(PsiElement at, String name) {
    if (at instanceof KtCallExpression call) return call.getCalleeExpression() != null && call.getCalleeExpression().getText().replace("`", "").equals(name);
    if (at instanceof KtBinaryExpression binary) return binary.getOperationReference().getText().replace("`", "").equals(name);
    return at.getText().replace("`", "").equals(name);
  }

  static void add(PsiElement at, Definition from, Definition to, String kind, Set<String> alternatives) {
    var type = from == null ? around(at, true) : null;
    String file = path(at.getContainingFile());
    var edge = edges.computeIfAbsent(String.join("\t", file, "" + (from == null ? 0 : from.line()), to.file(), "" + to.line(), kind), k -> new Edge());
    edge.sites++;
    edge.first = Math.min(edge.first, line(at));
    edge.alternative = type == null ? 0 : type.line();
    edge.alternatives = String.join("|", alternatives);
    edge.caller = from == null ? "<module>" : from.name();
    edge.callee = to.name();
  }

  /** The bases that an object expression names without calling them, and the calls that nothing is bound to. */
  static void unbound(PsiElement element) {
    if (element instanceof KtObjectDeclaration object && object.isObjectLiteral()) for (KtSuperTypeListEntry entry : object.getSuperTypeListEntries()) {
      if (entry instanceof KtSuperTypeCallEntry || entry.getTypeReference() == null) continue;
      KotlinType meant = bound.get(BindingContext.TYPE, entry.getTypeReference());
      var base = meant == null || meant.getConstructor().getDeclarationDescriptor() == null ? null : target(source(meant.getConstructor().getDeclarationDescriptor()));
      if (base != null) add(object, around(object, false), base, "new-anonymous", Set.of());
    }
    if (!(element instanceof KtCallExpression call) || CallUtilKt.getResolvedCall(call, bound) != null) return;
    var callee = call.getCalleeExpression();
    sites++;
    unknown++;
    Definition from = around(call, false);
    unresolved.merge(String.join("\t", path(call.getContainingFile()), "" + (from == null ? 0 : from.line()), callee instanceof KtSimpleNameExpression name ? name.getReferencedName() : "<expr>", "unbound"), 1, Integer::sum);
  }

  // --- tables

  static void write(Path out, List<KtFile> files) throws IOException {
    Files.createDirectories(out);
    table(out, "defs", "file\tline\tstartLine\tendLine\tkind\tname\tparentLine\texported", definitions.values().stream().map(d -> String.join("\t", d.file(), "" + d.line(), "" + d.start(), "" + d.end(), d.kind(), d.name(), "" + d.parent(), d.exported() ? "1" : "0")).toList());
    table(out, "calls", "callerFile\tcallerLine\tcalleeFile\tcalleeLine\tkind\tsites\tfirstSiteLine\tcallerAltLine\tcalleeAlts\tcallerName\tcalleeName", edges.entrySet().stream().map(e -> String.join("\t", e.getKey(), "" + e.getValue().sites, "" + e.getValue().first, "" + e.getValue().alternative, e.getValue().alternatives, e.getValue().caller, e.getValue().callee)).toList());
    table(out, "unresolved", "callerFile\tcallerLine\tcalleeName\twhy\tsites", unresolved.entrySet().stream().map(e -> e.getKey() + "\t" + e.getValue()).toList());
    table(out, "imports", "fromFile\tline\ttoFile\tkind", imports);
    table(out, "heritage", "file\tline\tname\trelation\ttoFile\ttoLine\ttoName\ttoKind", heritage);
    table(out, "overrides", "file\tline\tname\tbaseFile\tbaseLine", overrides);
    int lines = files.stream().mapToInt(f -> line(f, f.getTextLength())).sum();
    System.out.printf("{\"tool\":\"KotlinOracle\",\"files\":%d,\"lines\":%d,\"defs\":%d,\"callEdges\":%d,\"sites\":%d,\"resolved\":%d,\"external\":%d,\"unresolved\":%d,\"imports\":%d,\"heritage\":%d,\"overrides\":%d}%n",
      files.size(), lines, definitions.size(), edges.size(), sites, resolved, external, unknown, imports.size(), heritage.size(), overrides.size());
  }

  static void table(Path out, String name, String head, Collection<String> rows) throws IOException {
    Files.writeString(out.resolve(name + ".tsv"), "#" + head + "\n" + rows.stream().sorted().map(r -> r + "\n").collect(Collectors.joining()));
  }
}
