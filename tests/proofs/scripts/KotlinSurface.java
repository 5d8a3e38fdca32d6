import java.io.File;
import java.util.List;
import org.jetbrains.kotlin.abi.tools.AbiFilters;
import org.jetbrains.kotlin.abi.tools.AbiTools;

/** Prints the public surface of a jar by Kotlin's own tools, without `internal` members, which are public to the JVM. */
class KotlinSurface {
    public static void main(String[] jar) {
        var dump = new StringBuilder();
        AbiTools tools = AbiTools.Companion.getInstance(KotlinSurface.class.getClassLoader());
        tools.printJvmDump(dump, List.of(new File(jar[0])), AbiFilters.Companion.getEMPTY());
        System.out.print(dump);
    }
}
