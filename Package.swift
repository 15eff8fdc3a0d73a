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
    products: [
        .executable(name: "filmgated", targets: ["filmgated"]),
        .executable(name: "filmgate-agent", targets: ["filmgate-agent"]),
        .executable(name: "filmgate-identify", targets: ["filmgate-identify"]),
        .executable(name: "filmgate-render", targets: ["filmgate-render"]),
    ],
    targets: [
        // MARK: Programs
        .executableTarget(
            name: "filmgated",
            dependencies: [
                "FilmgateBroker", "FilmgatePolicy", "FilmgateModel", "FilmgateDBus", "FilmgateSystem", "CFilmgateGLib",
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "filmgatectl",
            dependencies: ["Filmgate", "FilmgatePolicyFiles", "FilmgateText", "CFilmgateTerminal"],
            swiftSettings: safe),
        .executableTarget(
            name: "filmgate-agent",
            dependencies: [
                "Filmgate", "FilmgateFrontEnd", "FilmgateText", "FilmgatePeers", "FilmgatePolicy", "FilmgateModel",
                "FilmgateDBus", "FilmgateProcess", "FilmgateSystem",
                "CFilmgateCurses", "CFilmgateTerminal", "CFilmgateGLib",
            ], swiftSettings: strict),
        .executableTarget(
            name: "filmgate-identify",
            dependencies: ["FilmgatePeers", "FilmgateCage", "FilmgateModel", "FilmgateDBus", "FilmgateSystem"],
            swiftSettings: strict),
        .executableTarget(
            name: "filmgate-render",
            dependencies: ["FilmgateRendering", "FilmgateCage", "FilmgateJobs", "FilmgateModel", "FilmgateSystem"],
            swiftSettings: strict),

        // MARK: Texts on terminals, for all programs that write to one
        .target(name: "FilmgateText", dependencies: ["CFilmgateTerminal"], swiftSettings: safe),

        // MARK: Application
        .target(
            name: "FilmgateBroker",
            dependencies: [
                "FilmgateStore", "FilmgatePeers", "FilmgateAuthority", "FilmgateSessions", "FilmgateMedia",
                "FilmgatePolicyFiles", "FilmgateWire", "FilmgatePolicy", "FilmgateModel", "FilmgateDBus",
                "FilmgateSystem",
            ],
            swiftSettings: safe),
        .target(
            name: "Filmgate",
            dependencies: [
                "FilmgateWire", "FilmgatePredicates", "FilmgatePolicy", "FilmgateModel", "FilmgateDBus",
                "FilmgateSystem",
            ],
            swiftSettings: safe),

        // MARK: Adapters
        .target(
            name: "FilmgatePeers",
            dependencies: ["FilmgateModel", "FilmgateDBus", "FilmgateProcess", "FilmgateSystem", "CFilmgateGLib"],
            swiftSettings: safe),
        .target(
            name: "FilmgateStore",
            dependencies: ["FilmgatePolicy", "FilmgateModel", "FilmgateSQLite", "FilmgateSystem", "CFilmgateCrypto"],
            swiftSettings: strict),
        .target(
            name: "FilmgatePolicyFiles", dependencies: ["FilmgatePolicy", "FilmgateSystem", "CFilmgateGLib"],
            swiftSettings: safe),
        .target(
            name: "FilmgateAuthority", dependencies: ["FilmgateSystem", "CFilmgatePolkit"], swiftSettings: strict),
        .target(
            name: "FilmgateSessions", dependencies: ["FilmgatePolicy", "FilmgateSystem", "CFilmgateLogin"],
            swiftSettings: strict),
        .target(
            name: "FilmgateMedia",
            dependencies: ["FilmgateModel", "FilmgateJobs", "FilmgateProcess", "FilmgateSystem"], swiftSettings: safe),

        // MARK: The worker's inside
        .target(
            name: "FilmgateRendering",
            dependencies: [
                "FilmgateModel", "FilmgateJobs", "FilmgateSystem", "CFilmgateExif", "CFilmgateXMP", "CFilmgateIPTC",
                "CFilmgateJPEG", "CFilmgatePNG", "CFilmgateWebP", "CFilmgateTIFF", "CFilmgateGIF", "CFilmgateHEIF",
                "CFilmgateRaw", "CFilmgateAV",
            ], swiftSettings: strict),
        .target(
            name: "FilmgateCage", dependencies: ["FilmgateSystem", "CFilmgateSystem", "CFilmgateSeccomp"],
            swiftSettings: strict),
        .target(name: "FilmgateJobs", dependencies: ["FilmgateModel"], swiftSettings: safe),

        // MARK: What the agent and its front ends say to each other
        .target(name: "FilmgateFrontEnd", dependencies: ["FilmgateModel"], swiftSettings: safe),

        // MARK: Contract
        .target(
            name: "FilmgateWire",
            dependencies: ["FilmgatePredicates", "FilmgatePolicy", "FilmgateModel", "FilmgateDBus", "FilmgateSystem"],
            resources: [.embedInCode("dbus")], swiftSettings: safe),

        // MARK: Domain
        .target(name: "FilmgatePolicy", dependencies: ["FilmgateModel"], swiftSettings: safe),
        .target(name: "FilmgatePredicates", dependencies: ["FilmgateModel"], swiftSettings: safe),
        .target(name: "FilmgateModel", swiftSettings: safe),

        // MARK: Foundation
        .target(
            name: "FilmgateDBus", dependencies: ["FilmgateSystem", "CFilmgateDBus", "CFilmgateSystem"],
            swiftSettings: strict),
        .target(
            name: "FilmgateSQLite", dependencies: ["FilmgateSystem", "CFilmgateSQLite"], swiftSettings: strict),
        .target(
            name: "FilmgateProcess", dependencies: ["FilmgateSystem", "CFilmgateSystem"], swiftSettings: strict),
        .target(name: "FilmgateSystem", dependencies: ["CFilmgateSystem"], swiftSettings: strict),

        // MARK: Benchmarks
        .executableTarget(
            name: "benchmark-echo-server", dependencies: ["FilmgateDBus", "FilmgateSystem"],
            path: "Benchmarks/EchoServer", swiftSettings: strict),
        .executableTarget(
            name: "benchmark-store",
            dependencies: ["FilmgateStore", "FilmgatePolicy", "FilmgateModel", "FilmgateSQLite", "FilmgateSystem"],
            path: "Benchmarks/Store", swiftSettings: strict),

        // MARK: C
        .target(name: "CFilmgateSystem"),
        .target(name: "CFilmgateTerminal"),
        .systemLibrary(
            name: "CFilmgateCurses", providers: [.apt(["libncurses-dev"])]),
        .systemLibrary(name: "CFilmgateGLib", pkgConfig: "glib-2.0", providers: [.apt(["libglib2.0-dev"])]),
        .systemLibrary(name: "CFilmgatePolkit", pkgConfig: "glib-2.0", providers: [.apt(["libglib2.0-dev"])]),
        .systemLibrary(name: "CFilmgateLogin", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
        .systemLibrary(name: "CFilmgateDBus", pkgConfig: "dbus-1", providers: [.apt(["libdbus-1-dev"])]),
        .systemLibrary(name: "CFilmgateSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CFilmgateCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .target(name: "CFilmgateJPEG", linkerSettings: [.linkedLibrary("jpeg")]),
        .target(name: "CFilmgatePNG", linkerSettings: [.linkedLibrary("png")]),
        .target(name: "CFilmgateRaw", linkerSettings: [.linkedLibrary("raw")]),
        .systemLibrary(name: "CFilmgateSeccomp", pkgConfig: "libseccomp"),
        .systemLibrary(name: "CFilmgateExif", pkgConfig: "libexif"),
        .systemLibrary(name: "CFilmgateXMP", pkgConfig: "exempi-2.0"),
        .systemLibrary(name: "CFilmgateIPTC", pkgConfig: "libiptcdata"),
        .systemLibrary(name: "CFilmgateWebP", pkgConfig: "libwebpdemux"),
        .systemLibrary(name: "CFilmgateTIFF", pkgConfig: "libtiff-4"),
        .systemLibrary(name: "CFilmgateGIF"),
        .systemLibrary(name: "CFilmgateHEIF", pkgConfig: "libheif"),
        .systemLibrary(name: "CFilmgateAV", pkgConfig: "libavformat"),

        // MARK: Tests
        .testTarget(
            name: "FilmgatectlTests",
            dependencies: ["filmgatectl", "Filmgate", "FilmgateText", "CFilmgateTerminal", "FilmgateTestKit"],
            swiftSettings: strict),
        .testTarget(
            name: "FilmgateAgentTests",
            dependencies: [
                "filmgate-agent", "Filmgate", "FilmgateFrontEnd", "FilmgateText", "FilmgateWire", "FilmgateModel",
                "FilmgateSystem",
                "CFilmgateTerminal",
                "FilmgateTestKit",
            ], swiftSettings: strict),
        .testTarget(
            name: "FilmgateTests",
            dependencies: [
                "Filmgate", "FilmgateWire", "FilmgateDBus", "FilmgatePolicy", "FilmgateModel", "FilmgateSystem",
                "FilmgateTestKit",
            ], swiftSettings: strict),
        .testTarget(
            name: "FilmgateMediaTests",
            dependencies: [
                "FilmgateMedia", "FilmgateRendering", "FilmgateCage", "FilmgateJobs", "FilmgateModel",
                "FilmgateProcess",
                "FilmgateSystem", "FilmgateTestKit", "CFilmgateHEIF", "CFilmgateSeccomp", "filmgate-render",
                "cage-probe", "misbehaving-worker",
                "uncageable-worker",
            ], swiftSettings: strict),
        .executableTarget(
            name: "cage-probe", dependencies: ["FilmgateCage", "CFilmgateSystem"], path: "Tests/CageProbe",
            swiftSettings: strict),
        .executableTarget(
            name: "misbehaving-worker", dependencies: ["FilmgateJobs", "FilmgateModel", "FilmgateSystem"],
            path: "Tests/MisbehavingWorker", swiftSettings: strict),
        .executableTarget(
            name: "uncageable-worker", dependencies: ["CFilmgateSeccomp"], path: "Tests/UncageableWorker",
            swiftSettings: strict),
        .testTarget(name: "ArchitectureTests", swiftSettings: strict),
        .testTarget(
            name: "InstallationTests", dependencies: ["FilmgateTestKit", "filmgatectl"], exclude: ["Scripts"],
            swiftSettings: strict),
        .testTarget(name: "SystemTests", dependencies: ["FilmgateTestKit"], swiftSettings: strict),
        .testTarget(
            name: "FilmgateBrokerTests",
            dependencies: [
                "FilmgateBroker", "FilmgateDBus", "FilmgateModel", "FilmgatePolicy", "FilmgateSQLite", "FilmgateStore",
                "FilmgateSystem",
            ], swiftSettings: strict),
        .testTarget(
            name: "FilmgatePredicatesTests", dependencies: ["FilmgatePredicates", "FilmgateModel", "FilmgateTestKit"],
            swiftSettings: strict),
        .testTarget(name: "FilmgateModelTests", dependencies: ["FilmgateModel"], swiftSettings: strict),
        .testTarget(
            name: "FilmgatePolicyTests", dependencies: ["FilmgatePolicy", "FilmgateModel", "FilmgateTestKit"],
            swiftSettings: strict),
        .testTarget(
            name: "FilmgatePolicyFilesTests",
            dependencies: ["FilmgatePolicyFiles", "FilmgatePolicy", "FilmgateModel", "FilmgateTestKit"],
            swiftSettings: strict),
        .testTarget(
            name: "FilmgateWireTests",
            dependencies: [
                "FilmgateWire", "FilmgateDBus", "FilmgatePolicy", "FilmgateModel", "FilmgateSystem", "FilmgateTestKit",
            ], swiftSettings: strict),
        .testTarget(
            name: "FilmgateDBusTests",
            dependencies: ["FilmgateDBus", "FilmgateSystem", "FilmgateTestKit", "CFilmgateDBus"],
            swiftSettings: strict),
        .target(
            name: "FilmgateTestKit", dependencies: ["FilmgateDBus", "FilmgateSystem", "CFilmgateDBus"],
            path: "Tests/TestKit",
            exclude: [
                "Python", "System/system-world", "System/system-enter", "System/flatpak-world", "System/in-scope",
                "System/own-broker",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "FilmgateProcessTests", dependencies: ["FilmgateProcess", "FilmgateSystem", "FilmgateTestKit"],
            swiftSettings: strict),
        .testTarget(
            name: "FilmgatePeersTests",
            dependencies: [
                "FilmgatePeers", "FilmgateProcess", "FilmgateDBus", "FilmgateModel", "FilmgateSystem",
                "FilmgateTestKit", "CFilmgateSystem", "filmgate-identify",
            ], swiftSettings: strict),
        .testTarget(name: "FilmgateSQLiteTests", dependencies: ["FilmgateSQLite"], swiftSettings: strict),
        .testTarget(
            name: "FilmgateStoreTests",
            dependencies: [
                "FilmgateStore", "FilmgatePredicates", "FilmgatePolicy", "FilmgateModel", "FilmgateSQLite",
                "FilmgateSystem", "FilmgateTestKit", "store-writer",
            ],
            swiftSettings: strict),
        .target(
            name: "FuzzerReplay", dependencies: ["FilmgateSystem"], path: "Tests/Fuzzers/Replay", swiftSettings: strict),
        .executableTarget(
            name: "fuzz-message-decoder", dependencies: ["FilmgateDBus", "FuzzerReplay", "CFilmgateDBus"],
            path: "Tests/Fuzzers/MessageDecoder", exclude: ["seeds"],
            swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])]),
        .executableTarget(
            name: "fuzz-agent-answers",
            dependencies: ["FilmgateWire", "FilmgateDBus", "FilmgatePolicy", "FilmgateModel", "CFilmgateDBus"],
            path: "Tests/Fuzzers/AgentAnswers", exclude: ["seeds"],
            swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])]),
        .executableTarget(
            name: "fuzz-inspections", dependencies: ["FilmgateJobs", "FilmgateModel"],
            path: "Tests/Fuzzers/Inspections",
            exclude: ["seeds"], swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])]),
        .executableTarget(
            name: "fuzz-predicates", dependencies: ["FilmgatePredicates", "FilmgateModel", "FuzzerReplay"],
            path: "Tests/Fuzzers/Predicates", exclude: ["seeds"],
            swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])]),
        .executableTarget(
            name: "fuzz-queries",
            dependencies: [
                "FilmgateStore", "FilmgatePredicates", "FilmgatePolicy", "FilmgateModel", "FilmgateSystem",
            ], path: "Tests/Fuzzers/Queries", swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])]),
        .executableTarget(
            name: "fuzz-policy-files",
            dependencies: ["FilmgatePolicyFiles", "FilmgatePolicy", "FilmgateModel", "FuzzerReplay"],
            path: "Tests/Fuzzers/PolicyFiles", exclude: ["seeds"],
            swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])]),
        .executableTarget(
            name: "store-writer", dependencies: ["FilmgateStore", "FilmgatePolicy", "FilmgateModel", "FilmgateSystem"],
            path: "Tests/StoreWriter", swiftSettings: strict),
    ]
)
