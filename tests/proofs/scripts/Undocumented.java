import com.sun.source.doctree.DocCommentTree;
import com.sun.source.doctree.DocTree;
import com.sun.source.doctree.ParamTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.Elements;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * Counts the public members of the packages below some folders that have no doc comment, as the compiler sees them. The
 * parts of a record are documented in its comment; what Java itself has declared and what the compiler adds need none.
 * Nullness annotations need not be found.
 */
class Undocumented {
    private final DocTrees comments;
    private final Elements elements;
    private final Set<String> missing = new TreeSet<>();
    private int members;

    Undocumented(JavacTask task) {
        comments = DocTrees.instance(task);
        elements = task.getElements();
    }

    public static void main(String[] folders) throws Exception {
        List<Path> files = new ArrayList<>();
        for (String folder : folders) {
            try (Stream<Path> all = Files.walk(Path.of(folder))) {
                all.filter(file -> file.toString().endsWith(".java") && !file.toString().endsWith("-info.java")).forEach(files::add);
            }
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        var manager = compiler.getStandardFileManager(null, null, null);
        var task = (JavacTask) compiler.getTask(null, manager, ignored -> {}, List.of("-proc:none"), null, manager.getJavaFileObjectsFromPaths(files));
        Iterable<? extends CompilationUnitTree> units = task.parse();
        task.analyze();
        Undocumented found = new Undocumented(task);
        for (CompilationUnitTree unit : units) {
            if (unit.getPackageName().toString().equals("io.github.billwire.ffi")) continue;
            for (Tree type : unit.getTypeDecls()) found.visit(found.comments.getElement(TreePath.getPath(unit, type)));
        }
        found.missing.forEach(System.out::println);
        System.out.println(found.members + " public members, " + found.missing.size() + " undocumented");
        System.exit(found.missing.isEmpty() && found.members > 0 ? 0 : 1);
    }

    private void visit(Element element) {
        boolean reachable = element.getModifiers().contains(Modifier.PUBLIC) || element.getModifiers().contains(Modifier.PROTECTED);
        if (!reachable || elements.getOrigin(element) != Elements.Origin.EXPLICIT || declaredByJava(element)) return;
        DocCommentTree comment = comments.getDocCommentTree(element);
        note(element.toString(), element, comment != null && !comment.getFullBody().isEmpty());
        if (!(element instanceof TypeElement type)) return;
        Set<String> parts = parts(comment);
        for (RecordComponentElement part : type.getRecordComponents()) note(part.toString(), type, parts.contains(part.toString()));
        type.getEnclosedElements().stream().filter(member -> member.getKind() != ElementKind.RECORD_COMPONENT).forEach(this::visit);
    }

    private void note(String name, Element owner, boolean documented) {
        members++;
        if (!documented) missing.add((owner.toString().equals(name) ? owner.getEnclosingElement() : owner) + " " + name);
    }

    private Set<String> parts(DocCommentTree comment) {
        if (comment == null) return Set.of();
        return comment.getBlockTags().stream()
                .filter(tag -> tag.getKind() == DocTree.Kind.PARAM && !((ParamTree) tag).getDescription().isEmpty())
                .map(tag -> ((ParamTree) tag).getName().toString())
                .collect(Collectors.toSet());
    }

    /** Whether Java has declared it: {@code toString}, {@code close}, what reads a record's part. */
    private boolean declaredByJava(Element element) {
        if (!(element instanceof ExecutableElement method) || method.getKind() != ElementKind.METHOD) return false;
        TypeElement type = (TypeElement) method.getEnclosingElement();
        if (elements.recordComponentFor(method) != null) return true;
        if (type.getKind() == ElementKind.ENUM && Set.of("values", "valueOf").contains(method.getSimpleName().toString())) return true;
        return Stream.of("java.lang.Object", "java.lang.AutoCloseable", "java.lang.Throwable")
                .flatMap(name -> elements.getTypeElement(name).getEnclosedElements().stream())
                .anyMatch(other -> other instanceof ExecutableElement of && elements.overrides(method, of, type))
                || isOverrideOfDocumented(method, type);
    }

    /** Whether a superclass of the package has declared it; its comment is inherited. */
    private boolean isOverrideOfDocumented(ExecutableElement method, TypeElement type) {
        if (!(type.getSuperclass() instanceof javax.lang.model.type.DeclaredType parent)) return false;
        return parent.asElement().getEnclosedElements().stream()
                .anyMatch(other -> other instanceof ExecutableElement of && elements.overrides(method, of, type));
    }
}
