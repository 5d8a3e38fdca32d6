// swift-tools-version: 6.0
import PackageDescription

// For Apple's platforms the native library is an XCFramework, which brings its own headers. Elsewhere it is a library
// of the system, which pkg-config finds.
#if os(macOS)
let library = Target.binaryTarget(name: "BillwireFFI", path: "BillwireFFI.xcframework")
#else
let library = Target.systemLibrary(name: "BillwireFFI", pkgConfig: "billwire")
#endif

let package = Package(
    name: "Billwire",
    platforms: [.iOS(.v13), .macOS(.v10_15)],
    products: [.library(name: "Billwire", targets: ["Billwire"])],
    targets: [
        library,
        .target(
            name: "Billwire", dependencies: ["BillwireFFI"],
            linkerSettings: [.linkedLibrary("iconv", .when(platforms: [.iOS, .macOS]))]),
        .testTarget(name: "BillwireTests", dependencies: ["Billwire"]),
    ],
    swiftLanguageModes: [.v6]
)
