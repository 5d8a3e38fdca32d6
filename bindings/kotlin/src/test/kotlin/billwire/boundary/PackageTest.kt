package io.github.billwire.boundary

import com.sun.jna.Platform
import io.github.billwire.SigningKey
import io.github.billwire.vectors.ROOT
import java.nio.file.Files
import kotlin.test.Test
import kotlin.test.assertContains
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

    @Test
    fun `ships the same rules for R8 and ProGuard`() {
        val rules = resource("META-INF/com.android.tools/r8/billwire.pro").decodeToString()
        assertEquals(rules, resource("META-INF/proguard/billwire.pro").decodeToString())
        for (name in listOf("com.sun.jna.*", "com.sun.jna.ptr.*")) assertContains(rules, "-keep class $name { *; }")
    }

    private fun resource(name: String): ByteArray =
        checkNotNull(SigningKey::class.java.classLoader.getResourceAsStream(name)) { "there is no $name" }
            .use { it.readBytes() }
}
