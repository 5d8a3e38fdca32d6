pluginManagement {
    repositories {
        google()
        mavenCentral()
    }
}

// Until it is published, `cargo xtask package aar` makes the repository of the AAR.
dependencyResolutionManagement {
    repositories {
        google()
        mavenCentral()
        maven("../../target/package/repository")
    }
}

rootProject.name = "shop"

include(":app")
