// swift-tools-version: 6.2
// The client library alone, as it is installed for programs that use it:
//
//     .package(path: "/usr/share/filmgate-dev/swift")
//     .product(name: "Filmgate", package: "swift")
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    // Compiler fault: 1
    // Swift 6.3.1 removes hops to the caller's actor that are needed. Programs that set NonisolatedNonsendingByDefault
    // need this, too.
    .unsafeFlags(["-Xllvm", "-sil-disable-pass=optimize-hop-to-executor"]),
]

let package = Package(
    name: "filmgate",
    products: [.library(name: "Filmgate", targets: ["Filmgate"])],
    targets: [
        .target(
            name: "Filmgate",
            dependencies: [
                "FilmgateWire", "FilmgatePredicates", "FilmgatePolicy", "FilmgateModel", "FilmgateDBus",
                "FilmgateSystem", "CFilmgateZlib",
            ], swiftSettings: settings),
        .target(
            name: "FilmgateWire",
            dependencies: ["FilmgatePredicates", "FilmgatePolicy", "FilmgateModel", "FilmgateDBus", "FilmgateSystem"],
            resources: [.embedInCode("dbus")], swiftSettings: settings),
        .target(name: "FilmgatePolicy", dependencies: ["FilmgateModel"], swiftSettings: settings),
        .target(name: "FilmgatePredicates", dependencies: ["FilmgateModel"], swiftSettings: settings),
        .target(name: "FilmgateModel", swiftSettings: settings),
        .target(
            name: "FilmgateDBus", dependencies: ["FilmgateSystem", "CFilmgateDBus", "CFilmgateSystem"],
            swiftSettings: settings),
        .target(name: "FilmgateSystem", dependencies: ["CFilmgateSystem"], swiftSettings: settings),
        .target(name: "CFilmgateSystem"),
        .systemLibrary(name: "CFilmgateDBus", pkgConfig: "dbus-1", providers: [.apt(["libdbus-1-dev"])]),
        .systemLibrary(name: "CFilmgateZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    ]
)
