package io.github.billwire.boundary

import com.sun.jna.Platform
import io.github.billwire.SigningKey
import io.github.billwire.vectors.ROOT
import java.nio.file.Files
import kotlin.test.Test
import kotlin.test.assertContentEquals
import kotlin.test.assertEquals

/** Content of the jar. */
class PackageTest {
    @Test
    fun `packs the library where JNA expects it`() {
        val name = System.mapLibraryName("billwire_ffi")
        val shipped = Files.readAllBytes(ROOT.resolve("target/ffi/$name"))
        assertContentEquals(shipped, resource("${Platform.RESOURCE_PREFIX}/$name"))
    }

    /** ShrunkIT tries them. */
    @Test
    fun `ships the rules of the AAR for R8 and ProGuard`() {
        val rules = Files.readString(ROOT.resolve("bindings/android/billwire.pro"))
        for (place in listOf("com.android.tools/r8", "proguard")) {
            assertEquals(rules, resource("META-INF/$place/billwire.pro").decodeToString())
        }
    }

    private fun resource(name: String): ByteArray =
        checkNotNull(SigningKey::class.java.classLoader.getResourceAsStream(name)) { "there is no $name" }
            .use { it.readBytes() }
}
