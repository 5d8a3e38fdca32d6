package billwire.boundary

import billwire.SigningKey
import billwire.vectors.Vectors
import com.sun.jna.Platform
import java.nio.file.Files
import kotlin.test.Test
import kotlin.test.assertContains
import kotlin.test.assertContentEquals
import kotlin.test.assertEquals

/** What the package brings along. */
class PackageTest {
    @Test
    fun `the library lies where JNA looks for it`() {
        val name = System.mapLibraryName("billwire_ffi")
        val shipped = Files.readAllBytes(Vectors.root().resolve("target/ffi/$name"))
        assertContentEquals(shipped, resource("${Platform.RESOURCE_PREFIX}/$name"))
    }

    @Test
    fun `R8 and ProGuard find the same rules`() {
        val rules = resource("META-INF/com.android.tools/r8/billwire.pro").decodeToString()
        assertEquals(rules, resource("META-INF/proguard/billwire.pro").decodeToString())
        for (name in listOf("com.sun.jna.**", "billwire.ffi.**")) assertContains(rules, "-keep class $name { *; }")
    }

    private fun resource(name: String): ByteArray =
        checkNotNull(SigningKey::class.java.classLoader.getResourceAsStream(name)) { "there is no $name" }
            .use { it.readBytes() }
}
