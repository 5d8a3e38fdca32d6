pluginManagement { repositories { google(); mavenCentral() } }

dependencyResolutionManagement { repositories { google(); mavenCentral() } }

rootProject.name = "shop"

include(":app")
