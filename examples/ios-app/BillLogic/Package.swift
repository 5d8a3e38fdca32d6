// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "BillLogic",
    platforms: [.iOS(.v17), .macOS(.v14)],
    products: [.library(name: "BillLogic", targets: ["BillLogic"])],
    dependencies: [.package(name: "Billwire", path: "../../../bindings/swift")],
    targets: [
        .target(name: "BillLogic", dependencies: [.product(name: "Billwire", package: "Billwire")]),
        .testTarget(name: "BillLogicTests", dependencies: ["BillLogic"]),
    ],
    swiftLanguageModes: [.v6]
)
