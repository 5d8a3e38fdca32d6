// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "swift-merchant",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "Billwire", path: "../../bindings/swift")],
    targets: [
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .executableTarget(
            name: "SwiftMerchant",
            dependencies: [.product(name: "Billwire", package: "Billwire"), "CSQLite"]),
        .testTarget(name: "SwiftMerchantTests", dependencies: ["SwiftMerchant"]),
    ],
    swiftLanguageModes: [.v6]
)
