// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "ShopServer",
    platforms: [.macOS(.v13)],
    products: [.library(name: "ShopServer", targets: ["ShopServer"])],
    dependencies: [
        .package(name: "Billwire", path: "../../bindings/swift"),
        .package(url: "https://github.com/swift-server/async-http-client.git", from: "1.25.0"),
    ],
    targets: [
        .target(
            name: "ShopServer",
            dependencies: [
                .product(name: "Billwire", package: "Billwire"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
            ]),
        .testTarget(name: "ShopServerTests", dependencies: ["ShopServer"]),
    ],
    swiftLanguageModes: [.v6]
)
