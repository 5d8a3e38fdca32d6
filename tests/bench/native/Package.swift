// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "Native",
    platforms: [.macOS(.v13)],
    dependencies: [
        .package(name: "Billwire", path: "../../../bindings/swift"),
        .package(url: "https://github.com/apple/swift-crypto.git", from: "3.0.0"),
    ],
    targets: [
        .executableTarget(
            name: "Native",
            dependencies: [
                .product(name: "Billwire", package: "Billwire"), .product(name: "Crypto", package: "swift-crypto"),
            ],
            path: ".", sources: ["Native.swift"])
    ],
    swiftLanguageModes: [.v6]
)
