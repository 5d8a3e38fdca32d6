plugins {
    id("com.android.application") version "8.13.0"
    kotlin("android") version "2.2.21"
    kotlin("plugin.compose") version "2.2.21"
}

android {
    namespace = "shop.app"
    compileSdk = 36
    defaultConfig {
        applicationId = "example.shop"
        minSdk = 26 // below, java.time needs desugaring
        targetSdk = 36
    }
    // The logic is the Maven module next to it, compiled from its sources.
    sourceSets["main"].kotlin.srcDir("../logic/src/main/kotlin")
}

dependencies {
    implementation("io.github.billwire:billwire-android:0.1.0")
    implementation("com.squareup.okhttp3:okhttp:4.12.0")
    implementation("org.jetbrains.kotlinx:kotlinx-coroutines-android:1.10.2")
    implementation(platform("androidx.compose:compose-bom:2025.10.00"))
    implementation("androidx.compose.material3:material3")
    implementation("androidx.activity:activity-compose:1.11.0")
    implementation("androidx.lifecycle:lifecycle-viewmodel-compose:2.9.4")
    implementation("androidx.lifecycle:lifecycle-runtime-compose:2.9.4")
}
