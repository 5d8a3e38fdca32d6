// swift-tools-version: 6.0
import PackageDescription

// Apple's platforms take the native library from an XCFramework, which has its own headers. Linux takes it from the
// system by pkg-config.
#if os(macOS)
let library = Target.binaryTarget(name: "BillwireFFI", path: "BillwireFFI.xcframework")
#else
let library = Target.systemLibrary(name: "BillwireFFI", pkgConfig: "billwire")
#endif

let package = Package(
    name: "Billwire",
    platforms: [.iOS(.v16), .macCatalyst(.v16), .macOS(.v13)],
    products: [.library(name: "Billwire", targets: ["Billwire"])],
    targets: [
        library,
        // uniffi writes `Billwire.swift`, and `BillwireOnDevices.swift` of an XCFramework.
        .target(
            name: "Billwire", dependencies: ["BillwireFFI"], resources: [.copy("PrivacyInfo.xcprivacy")]),
        // The program that README.md shows. A test runs it.
        .executableTarget(name: "Quickstart", dependencies: ["Billwire"], path: "Tests/Quickstart"),
        .testTarget(name: "BillwireTests", dependencies: ["Billwire", "Quickstart"]),
    ],
    swiftLanguageModes: [.v6]
)
