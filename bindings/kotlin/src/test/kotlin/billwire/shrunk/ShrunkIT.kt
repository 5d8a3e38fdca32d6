package io.github.billwire.shrunk

import io.github.billwire.vectors.cases
import java.io.File
import java.nio.file.Files
import java.nio.file.Path
import java.util.zip.ZipFile
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertNotEquals
import org.junit.jupiter.api.io.TempDir

private const val PROGRAM = "io.github.billwire.shrunk.ProgramKt"
private const val RULES = "META-INF/com.android.tools/r8/billwire.pro"

/** One class of each library in the app. */
private val CLASSES = listOf("com/sun/jna/Native.class", "kotlin/Unit.class", "org/jetbrains/annotations/NotNull.class")

/** App over the packed jar, shrunk and renamed by ProGuard, which reads the same rules as R8. */
class ShrunkIT {
    @TempDir lateinit var folder: Path

    private val vector = cases("signing").first { it.id == "signing/plain" }

    @Test
    fun `shrunk app works with the package's rules`() {
        val rules =
            ZipFile(packed()).use { jar -> jar.getInputStream(jar.getEntry(RULES)).readAllBytes().decodeToString() }
        assertEquals(0 to "${vector.text("hash")}\ninvalid_config\nname\n", play(shrunk(rules)))
    }

    @Test
    fun `shrunk app fails without the rules`() {
        assertNotEquals(0, play(shrunk("-dontwarn **")).first)
    }

    /** Returns the app's jar after ProGuard has removed unused code. */
    private fun shrunk(rules: String): Path {
        val app = folder.resolve("app.jar")
        val java = System.getProperty("java.home")
        val configuration = folder.resolve("app.pro")
        val libraries = CLASSES.map(::jarWith)
        Files.writeString(
            configuration,
            """
            -injars ${testClasses()}(io/github/billwire/shrunk/Program*.class)
            -injars ${packed()}
            ${libraries.joinToString("\n") { "-injars $it(!META-INF/versions/**,!module-info.class)" }}
            -outjars $app
            -libraryjars $java/jmods/java.base.jmod(!**.jar;!module-info.class)
            -libraryjars $java/jmods/java.logging.jmod(!**.jar;!module-info.class)
            -keep class $PROGRAM { public static void main(java.lang.String[]); }
            -dontoptimize
            -dontnote
            $rules
            """
                .trimIndent(),
        )
        val (status, output) = run("-cp", System.getProperty("java.class.path"), "proguard.ProGuard", "@$configuration")
        check(status == 0) { output }
        return app
    }

    private fun play(app: Path): Pair<Int, String> {
        val fields = vector["fields"]
        val names = listOf("ref_id", "date", "currency", "total_amount", "customer_sync_code", "settlement_to")
        return run("-cp", "$app", PROGRAM, *names.map { fields[it].asText() }.toTypedArray(), vector.text("key"))
    }

    private fun run(vararg arguments: String): Pair<Int, String> {
        val java = Path.of(System.getProperty("java.home"), "bin", "java")
        val process = ProcessBuilder("$java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", *arguments).redirectErrorStream(true).start()
        val output = process.inputStream.readAllBytes().decodeToString()
        return process.waitFor() to output
    }

    private fun packed(): File = File(checkNotNull(System.getProperty("billwire.jar")))

    private fun testClasses(): Path = Path.of(javaClass.protectionDomain.codeSource.location.toURI())

    private fun jarWith(name: String): File {
        val place = checkNotNull(javaClass.classLoader.getResource(name)) { "no $name" }.path
        return File(place.removePrefix("file:").substringBefore("!"))
    }
}
