// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "bench-swift",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "Billwire", path: "../../../bindings/swift")],
    targets: [
        .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .executableTarget(
            name: "BenchSwift",
            dependencies: [.product(name: "Billwire", package: "Billwire"), "COpenSSL"]),
    ],
    swiftLanguageModes: [.v6]
)
