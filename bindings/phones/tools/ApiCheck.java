import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.codehaus.mojo.animal_sniffer.ClassListBuilder;
import org.codehaus.mojo.animal_sniffer.SignatureChecker;
import org.codehaus.mojo.animal_sniffer.logging.PrintWriterLogger;

/** Checks that a jar uses only Java's classes and members of a signature: {@code ApiCheck SIGNATURE JAR OTHER-JARS...}. */
class ApiCheck {
    public static void main(String[] arguments) throws IOException {
        PrintWriterLogger logger = new PrintWriterLogger(System.out);
        ClassListBuilder known = new ClassListBuilder(logger);
        for (String jar : Arrays.asList(arguments).subList(1, arguments.length)) known.process(new File(jar));
        Set<String> ignored = new HashSet<>(known.getPackages());
        // uniffi looks for this class by name before it uses it.
        ignored.add("java.lang.ref.Cleaner");
        ignored.add("java.lang.ref.Cleaner$Cleanable");
        SignatureChecker checker = new SignatureChecker(new FileInputStream(arguments[0]), ignored, logger);
        checker.setSourcePath(Arrays.asList());
        checker.process(new File(arguments[1]));
        System.exit(checker.isSignatureBroken() ? 1 : 0);
    }
}
