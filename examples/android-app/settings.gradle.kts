pluginManagement { repositories { google(); mavenCentral() } }

// Until it is published, `cargo xtask android` makes the repository of the AAR.
dependencyResolutionManagement { repositories { google(); mavenCentral(); maven("../../target/android/repository") } }

rootProject.name = "shop"

include(":app")
