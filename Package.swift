// swift-tools-version: 6.2
// The order of the targets is the order of the layers, top to bottom; `Tests/ArchitectureTests` holds the table of
// imports that are allowed between them, and ARCHITECTURE.md says why.
import PackageDescription

/// One list of strict settings for every Swift target.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
]

/// The same, with every unsafe construct marked where it stands: for all modules that wrap no C.
let safe: [SwiftSetting] = strict + [.strictMemorySafety()]

let package = Package(
    name: "filmgate",
    products: [],
    targets: [
        // MARK: Domain
        .target(name: "FilmgatePolicy", dependencies: ["FilmgateModel"], swiftSettings: safe),
        .target(name: "FilmgateModel", swiftSettings: safe),

        // MARK: Foundation
        .target(name: "FilmgateSystem", dependencies: ["CFilmgateSystem"], swiftSettings: strict),

        // MARK: C
        .target(name: "CFilmgateSystem"),

        // MARK: Tests
        .testTarget(name: "ArchitectureTests", swiftSettings: strict),
        .testTarget(name: "FilmgateModelTests", dependencies: ["FilmgateModel"], swiftSettings: strict),
        .testTarget(
            name: "FilmgatePolicyTests", dependencies: ["FilmgatePolicy", "FilmgateModel"], swiftSettings: strict),
    ]
)
