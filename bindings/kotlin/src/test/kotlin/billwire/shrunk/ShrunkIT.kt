package io.github.billwire.shrunk

import io.github.billwire.vectors.ROOT
import io.github.billwire.vectors.cases
import java.io.File
import java.nio.file.Files
import java.nio.file.Path
import kotlin.test.Test
import kotlin.test.assertEquals
import org.junit.jupiter.api.io.TempDir

private const val VECTORS = "io.github.billwire.vectors.VectorsTest"
private const val TEXTS = "io.github.billwire.boundary.TextTest"
private const val EXPLANATIONS = "io.github.billwire.vectors.ExplanationsKt"
private const val OF_APP = "!**/ExplanationsKt*,**/vectors/**,**/boundary/Samples*,**/boundary/TextTest*"
private const val OF_JAR = "!META-INF/versions/**,!module-info.class"

private val JAVA: Path = Path.of(System.getProperty("java.home"))
private val JARS =
    System.getProperty("java.class.path").split(File.pathSeparator).map(::File).filter { it.extension == "jar" }
private val EXPLAINED = cases("mistakes").map { it.id }.toSet()
/** An app shrinks JNA's classes with ours. All others stand for its system. */
private val JNA = JARS.single { it.name.startsWith("jna-") }
private val SYSTEM = JARS.filterNot { it == JNA || it.name.startsWith("billwire-") || it.name.startsWith("proguard-") }

/** Tests as an app over the classes of the AAR, shrunk and renamed by ProGuard, which reads the same rules as R8. */
class ShrunkIT {
    @TempDir lateinit var folder: Path

    @Test
    fun `every vector passes on the shrunk classes`() {
        val app = shrunk(Files.readString(ROOT.resolve("bindings/android/billwire.pro")))
        val (status, output) = play(app, VECTORS, TEXTS)
        assertEquals(0, status, output)
        assertEquals(passed("kotlin") - EXPLAINED, passed("shrunk"))
    }

    @Test
    fun `control, nothing works without the rules`() {
        // JUnit finds its tests by annotations.
        assertEquals(1, play(shrunk("-dontwarn **\n-keepattributes RuntimeVisibleAnnotations"), TEXTS).first)
    }

    /** Returns the app's jar after ProGuard has removed unused code. */
    private fun shrunk(rules: String): Path {
        val app = folder.resolve("app.jar")
        val modules = listOf("base", "logging").map { "$JAVA/jmods/java.$it.jmod(!**.jar;$OF_JAR)" }
        val options =
            listOf(
                "-injars ${ROOT.resolve("target/maven/billwire/test-classes")}($OF_APP)",
                "-injars ${ROOT.resolve("target/maven/billwire-android/classes.jar")}(!META-INF/**)",
                "-injars $JNA($OF_JAR)",
                "-outjars $app",
                "-dontoptimize",
                "-dontnote",
                // JUnit calls the tests, and they look at the types of fields.
                "-keep class $VECTORS,$TEXTS,${TEXTS}Kt { *; }",
                "-keepattributes Signature",
                // The AAR explains no hash, and what calls its tests keeps the names of their arguments.
                "-dontwarn $EXPLANATIONS",
                "-keepnames class io.github.billwire.vectors.Case",
            )
        val configuration =
            Files.write(folder.resolve("app.pro"), options + (SYSTEM + modules).map { "-libraryjars $it" } + rules)
        val (status, output) = java(JARS, listOf("proguard.ProGuard", "@$configuration"))
        check(status == 0) { output }
        return app
    }

    private fun play(app: Path, vararg tests: String): Pair<Int, String> {
        val properties = listOf("-Dbillwire.root=$ROOT", "-Dbillwire.run=shrunk")
        val console = listOf("org.junit.platform.console.ConsoleLauncher", "execute", "--fail-if-no-tests")
        val options = listOf("--details=summary", "--disable-banner") + tests.map { "--select-class=$it" }
        return java(listOf(app, ROOT.resolve("target/kotlin/native")) + SYSTEM, properties + console + options)
    }

    private fun passed(run: String): List<String> = Files.readAllLines(ROOT.resolve("target/vectors/$run.txt"))

    private fun java(classPath: List<Any>, arguments: List<String>): Pair<Int, String> {
        val options =
            listOf("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", classPath.joinToString(File.pathSeparator))
        val command = listOf("${JAVA.resolve("bin/java")}") + options + arguments
        val process = ProcessBuilder(command).redirectErrorStream(true).start()
        val output = process.inputStream.readAllBytes().decodeToString()
        return process.waitFor() to output
    }
}
