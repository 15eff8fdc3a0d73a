// swift-tools-version: 6.2
// The order of the targets is the order of the layers, top to bottom; `Tests/ArchitectureTests` holds the table of
// imports that are allowed between them, and ARCHITECTURE.md says why.
import PackageDescription

let package = Package(
    name: "filmgate",
    products: [
        .library(name: "Filmgate", targets: ["Filmgate"]),
        .executable(name: "filmgated", targets: ["filmgated"]),
        .executable(name: "filmgatectl", targets: ["filmgatectl"]),
        .executable(name: "filmgate-agent", targets: ["filmgate-agent"]),
        .executable(name: "filmgate-window", targets: ["filmgate-window"]),
        .executable(name: "filmgate-identify", targets: ["filmgate-identify"]),
        .executable(name: "filmgate-render", targets: ["filmgate-render"]),
        .executable(name: "filmgate-camera", targets: ["filmgate-camera"]),
    ],
    targets: [
        // MARK: Programs
        .program(
            "filmgated",
            [
                "FilmgateBroker", "FilmgateCommandLine", "FilmgateKeyFiles", "FilmgateTimeZones", "FilmgateSessions",
                "FilmgatePolicy", "FilmgateModel", "FilmgateText", "FilmgateDBus", "FilmgateSystem",
            ]),
        .program("filmgatectl", wrapsC: false, ["FilmgateTool"]),
        .program(
            "filmgate-agent",
            [
                "Filmgate", "FilmgateImages", "FilmgateCommandLine", "FilmgateFrontEnd", "FilmgatePictures",
                "FilmgatePrompts", "FilmgateText", "FilmgateKeyFiles", "FilmgatePeers", "FilmgatePolicy",
                "FilmgateModel", "FilmgateDBus",
                "FilmgateProcess", "FilmgateSystem",
                "CFilmgateCurses", "CFilmgateTerminal",
            ]),
        .program(
            "filmgate-window", wrapsC: false, onMainActor: true,
            [
                "Filmgate", "FilmgateEditors", "FilmgateImporting", "FilmgateImages", "FilmgateCommandLine",
                "FilmgateFrontEnd", "FilmgateGTK", "FilmgatePrompts", "FilmgateText", "FilmgateModel", "FilmgatePolicy",
                "FilmgateSystem",
            ], exclude: ["Resources"], plugins: ["CompileResources"]),
        .program(
            "filmgate-identify",
            [
                "FilmgateCommandLine", "FilmgatePeers", "FilmgateCage", "FilmgateModel", "FilmgateDBus",
                "FilmgateSystem",
            ]),
        .program(
            "filmgate-render",
            ["FilmgateRendering", "FilmgateCage", "FilmgateJobs", "FilmgateModel", "FilmgateSystem"]),
        .program(
            "filmgate-camera",
            ["FilmgateCameraJobs", "FilmgateCage", "FilmgateModel", "FilmgateSystem", "CFilmgateGPhoto"]),

        // MARK: The commands of the tool
        .module(
            "FilmgateTool",
            [
                "Filmgate", "FilmgateBackups", "FilmgateEditors", "FilmgateImporting", "FilmgateLibraries",
                "FilmgateImages", "FilmgateHashing", "FilmgateCameras", "FilmgateCameraJobs",
                "FilmgatePolicyFiles", "FilmgateCommandLine", "FilmgatePictures", "FilmgateText", "CFilmgateTerminal",
            ]),

        // MARK: Files to import, and images to show
        .module(
            "FilmgateLibraries", wrapsC: true,
            ["FilmgateImporting", "Filmgate", "FilmgateHashing", "FilmgateModel", "FilmgateSystem", "CFilmgateSQLite"]),
        .module("FilmgateImporting", ["Filmgate", "FilmgateHashing", "FilmgateModel", "FilmgateSystem"]),
        .module(
            "FilmgateBackups", ["Filmgate", "FilmgateWire", "FilmgateHashing", "FilmgateModel", "FilmgateSystem"]),
        .module("FilmgateImages", ["Filmgate", "FilmgateModel", "FilmgateSystem"]),
        .module(
            "FilmgateCameras",
            [
                "FilmgateImporting", "FilmgateCameraJobs", "Filmgate", "FilmgateHashing", "FilmgateModel",
                "FilmgateProcess", "FilmgateSystem",
            ]),

        // MARK: Apps that edit for others
        .module(
            "FilmgateEditors",
            [
                "Filmgate", "FilmgatePeers", "FilmgateWire", "FilmgateModel", "FilmgateDBus", "FilmgateKeyFiles",
                "FilmgateSystem",
            ]),

        // MARK: Command lines, and texts and pictures on terminals
        .module("FilmgateCommandLine", ["FilmgateText", "FilmgateModel"]),
        .module(
            "FilmgatePictures", wrapsC: true, ["Filmgate", "FilmgateSystem", "CFilmgateChafa", "CFilmgateTerminal"]),
        .module("FilmgateText", ["FilmgateModel", "CFilmgateTerminal"]),

        // MARK: What front ends say and offer
        .module("FilmgatePrompts", ["FilmgateFrontEnd", "FilmgateText", "FilmgatePolicy", "FilmgateModel"]),

        // MARK: Windows
        .module("FilmgateGTK", wrapsC: true, onMainActor: true, ["CFilmgateGTK"]),
        .plugin(name: "CompileResources", capability: .buildTool()),

        // MARK: Application
        .module(
            "FilmgateBroker",
            [
                "FilmgateStore", "FilmgatePeers", "FilmgateAuthority", "FilmgateSessions", "FilmgateMedia",
                "FilmgatePolicyFiles", "FilmgateWire", "FilmgatePolicy", "FilmgateModel", "FilmgateDBus",
                "FilmgateTimeZones", "FilmgateSystem",
            ]),
        .module(
            "Filmgate",
            [
                "FilmgateWire", "FilmgatePredicates", "FilmgatePolicy", "FilmgateModel", "FilmgateDBus",
                "FilmgateSystem", "CFilmgateZlib",
            ]),

        // MARK: Adapters
        .module(
            "FilmgatePeers",
            ["FilmgateModel", "FilmgateDBus", "FilmgateProcess", "FilmgateKeyFiles", "FilmgateSystem"]),
        .module(
            "FilmgateStore", wrapsC: true,
            [
                "FilmgatePolicy", "FilmgateModel", "FilmgateHashing", "FilmgateSQLite", "FilmgateTimeZones",
                "FilmgateSystem", "CFilmgateCrypto",
            ]),
        .module("FilmgatePolicyFiles", ["FilmgatePolicy", "FilmgateKeyFiles", "FilmgateSystem"]),
        .module("FilmgateAuthority", wrapsC: true, ["FilmgateSystem", "CFilmgatePolkit"]),
        .module("FilmgateSessions", wrapsC: true, ["FilmgatePolicy", "FilmgateSystem", "CFilmgateSystemd"]),
        .module("FilmgateMedia", ["FilmgateModel", "FilmgateJobs", "FilmgateProcess", "FilmgateSystem"]),

        // MARK: The worker's inside
        .module(
            "FilmgateRendering", wrapsC: true,
            [
                "FilmgateModel", "FilmgateJobs", "FilmgateSystem", "CFilmgateExif", "CFilmgateXMP", "CFilmgateIPTC",
                "CFilmgateJPEG", "CFilmgatePNG", "CFilmgateWebP", "CFilmgateTIFF", "CFilmgateGIF", "CFilmgateHEIF",
                "CFilmgateJXL", "CFilmgateOpenJPEG", "CFilmgateRaw", "CFilmgateAV", "CFilmgateFilters", "CFilmgateVips",
                "CFilmgateExiv2", "CFilmgateColor", "CFilmgateGLib",
            ]),
        .module("FilmgateCage", wrapsC: true, ["FilmgateSystem", "CFilmgateSystem", "CFilmgateSeccomp"]),
        .module("FilmgateJobs", ["FilmgateModel"]),

        // MARK: What filmgate-camera and the tool say to each other
        .module("FilmgateCameraJobs", ["FilmgateSystem"]),

        // MARK: What the agent and its front ends say to each other
        .module("FilmgateFrontEnd", ["FilmgateWire", "FilmgatePolicy", "FilmgateModel", "FilmgateSystem"]),

        // MARK: Contract
        .module(
            "FilmgateWire",
            ["FilmgatePredicates", "FilmgatePolicy", "FilmgateModel", "FilmgateDBus", "FilmgateSystem"],
            resources: [.embedInCode("dbus")]),

        // MARK: Domain
        .module("FilmgatePolicy", ["FilmgateModel"]),
        .module("FilmgatePredicates", ["FilmgateModel"]),
        .module("FilmgateModel", []),

        // MARK: Hashes of files
        .module("FilmgateHashing", wrapsC: true, ["FilmgateModel", "FilmgateSystem", "CFilmgateCrypto"]),

        // MARK: Foundation
        .module("FilmgateDBus", wrapsC: true, ["FilmgateSystem", "CFilmgateDBus", "CFilmgateSystem"]),
        .module("FilmgateSQLite", wrapsC: true, ["FilmgateSystem", "CFilmgateSQLite"]),
        .module("FilmgateProcess", wrapsC: true, ["FilmgateSystem", "CFilmgateSystem"]),
        .module("FilmgateKeyFiles", wrapsC: true, ["CFilmgateGLib"]),
        .module("FilmgateTimeZones", wrapsC: true, ["CFilmgateGLib"]),
        .module("FilmgateSystem", wrapsC: true, ["CFilmgateSystem"]),

        // MARK: Benchmarks
        .program("benchmark-echo-server", ["FilmgateDBus", "FilmgateSystem"], path: "Benchmarks/EchoServer"),
        .program(
            "benchmark-store",
            ["FilmgateStore", "FilmgatePolicy", "FilmgateModel", "FilmgateSQLite", "FilmgateSystem"],
            path: "Benchmarks/Store"),

        // MARK: C
        .target(name: "CFilmgateSystem"),
        .target(name: "CFilmgateTerminal", linkerSettings: [.linkedLibrary("tinfo")]),
        .target(name: "CFilmgateJPEG", linkerSettings: [.linkedLibrary("jpeg")]),
        .target(name: "CFilmgatePNG", linkerSettings: [.linkedLibrary("png"), .linkedLibrary("z")]),
        .target(name: "CFilmgateRaw", linkerSettings: [.linkedLibrary("raw")]),
        .target(name: "CFilmgateExiv2", linkerSettings: [.linkedLibrary("exiv2")]),
        .systemLibrary(name: "CFilmgateCurses", providers: [.apt(["libncurses-dev"])]),
        .systemLibrary(name: "CFilmgateChafa", pkgConfig: "chafa", providers: [.apt(["libchafa-dev"])]),
        .systemLibrary(
            name: "CFilmgateGTK", pkgConfig: "libadwaita-1", providers: [.apt(["libadwaita-1-dev", "libgtk-4-dev"])]),
        .systemLibrary(name: "CFilmgateGLib", pkgConfig: "glib-2.0", providers: [.apt(["libglib2.0-dev"])]),
        .systemLibrary(name: "CFilmgatePolkit", pkgConfig: "glib-2.0", providers: [.apt(["libglib2.0-dev"])]),
        .systemLibrary(name: "CFilmgateSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
        .systemLibrary(name: "CFilmgateDBus", pkgConfig: "dbus-1", providers: [.apt(["libdbus-1-dev"])]),
        .systemLibrary(name: "CFilmgateSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CFilmgateCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CFilmgateZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CFilmgateSeccomp", pkgConfig: "libseccomp"),
        .systemLibrary(name: "CFilmgateGPhoto", pkgConfig: "libgphoto2", providers: [.apt(["libgphoto2-dev"])]),
        .systemLibrary(name: "CFilmgateExif", pkgConfig: "libexif"),
        .systemLibrary(name: "CFilmgateXMP", pkgConfig: "exempi-2.0"),
        .systemLibrary(name: "CFilmgateIPTC", pkgConfig: "libiptcdata"),
        .systemLibrary(name: "CFilmgateWebP", pkgConfig: "libwebpdemux"),
        .systemLibrary(name: "CFilmgateTIFF", pkgConfig: "libtiff-4"),
        .systemLibrary(name: "CFilmgateGIF"),
        .systemLibrary(name: "CFilmgateHEIF", pkgConfig: "libheif"),
        .systemLibrary(name: "CFilmgateJXL"),
        .systemLibrary(name: "CFilmgateOpenJPEG", pkgConfig: "libopenjp2", providers: [.apt(["libopenjp2-7-dev"])]),
        .systemLibrary(name: "CFilmgateAV", pkgConfig: "libavformat"),
        .target(name: "CFilmgateFilters", linkerSettings: [.linkedLibrary("avutil")]),
        .systemLibrary(name: "CFilmgateColor", pkgConfig: "lcms2", providers: [.apt(["liblcms2-dev"])]),
        // Not by pkg-config, whose flags for it the package manager warns of; GLib's headers come with CFilmgateGLib.
        .systemLibrary(name: "CFilmgateVips", providers: [.apt(["libvips-dev"])]),

        // MARK: Tests
        .tests("ArchitectureTests", [], exclude: ["CompilerFaults"]),
        .tests("FilmgateModelTests", ["FilmgateModel", "FilmgateTestKit"]),
        .tests("FilmgateTimeZonesTests", ["FilmgateTimeZones"]),
        .tests("FilmgateSQLiteTests", ["FilmgateSQLite"]),
        .tests("FilmgatePredicatesTests", ["FilmgatePredicates", "FilmgateModel", "FilmgateTestKit"]),
        .tests("FilmgatePolicyTests", ["FilmgatePolicy", "FilmgateModel", "FilmgateTestKit"]),
        .tests(
            "FilmgatePolicyFilesTests", ["FilmgatePolicyFiles", "FilmgatePolicy", "FilmgateModel", "FilmgateTestKit"]),
        .tests("FilmgateProcessTests", ["FilmgateProcess", "FilmgateSystem", "FilmgateTestKit"]),
        .tests("FilmgateDBusTests", ["FilmgateDBus", "FilmgateSystem", "FilmgateTestKit", "CFilmgateDBus"]),
        .tests(
            "FilmgateWireTests",
            ["FilmgateWire", "FilmgateDBus", "FilmgatePolicy", "FilmgateModel", "FilmgateSystem", "FilmgateTestKit"]),
        .tests(
            "FilmgateStoreTests",
            [
                "FilmgateStore", "FilmgatePredicates", "FilmgatePolicy", "FilmgateModel", "FilmgateSQLite",
                "FilmgateTimeZones", "FilmgateSystem", "FilmgateTestKit", "store-writer",
            ]),
        .tests(
            "FilmgatePeersTests",
            [
                "FilmgatePeers", "FilmgateProcess", "FilmgateDBus", "FilmgateModel", "FilmgateSystem",
                "FilmgateTestKit", "CFilmgateSystem", "filmgate-identify",
            ]),
        .tests(
            "FilmgateMediaTests",
            [
                "FilmgateMedia", "FilmgateRendering", "FilmgateCage", "FilmgateJobs", "FilmgateModel",
                "FilmgateProcess", "FilmgateSystem", "FilmgateTestKit", "CFilmgateHEIF", "CFilmgateSeccomp",
                "filmgate-render", "cage-probe", "misbehaving-worker", "uncageable-worker",
            ]),
        .tests(
            "FilmgateBrokerTests",
            [
                "FilmgateBroker", "FilmgateDBus", "FilmgateModel", "FilmgatePolicy", "FilmgateSQLite", "FilmgateStore",
                "FilmgateWire",
                "FilmgateSystem", "FilmgateTestKit", "FilmgateTestWorlds", "filmgated", "filmgate-render",
            ]),
        .tests(
            "FilmgateTests",
            [
                "Filmgate", "FilmgateWire", "FilmgateDBus", "FilmgatePolicy", "FilmgateModel", "FilmgateSystem",
                "FilmgateTestKit", "FilmgateTestWorlds", "filmgated", "filmgate-render",
            ]),
        .tests(
            "FilmgateAgentTests",
            [
                "filmgate-agent", "Filmgate", "FilmgateCommandLine", "FilmgateFrontEnd", "FilmgatePictures",
                "FilmgatePrompts",
                "FilmgateText", "FilmgateWire", "FilmgatePolicy", "FilmgateModel", "FilmgateSystem",
                "CFilmgateTerminal", "FilmgateTestKit",
            ]),
        .tests("FilmgatePicturesTests", ["FilmgatePictures", "Filmgate"]),
        .tests("FilmgateImagesTests", ["FilmgateImages", "Filmgate", "FilmgateModel", "FilmgateSystem"]),
        .tests(
            "FilmgatectlTests",
            [
                "FilmgateTool", "filmgatectl", "filmgate-camera", "FilmgateCameras", "FilmgateCameraJobs", "Filmgate",
                "FilmgateImporting", "FilmgateLibraries", "FilmgateModel", "FilmgateSystem",
                "FilmgateCommandLine", "FilmgateText",
                "CFilmgateTerminal", "FilmgateTestKit", "FilmgateTestWorlds", "filmgated", "filmgate-render",
            ], exclude: ["Recorded"]),
        .tests(
            "FilmgateEditorsTests",
            ["FilmgateEditors", "FilmgatePeers", "Filmgate", "FilmgateModel", "FilmgateDBus", "FilmgateTestKit"]),
        .tests(
            "FilmgateWindowTests",
            ["filmgate-window", "FilmgateGTK", "FilmgateImporting", "FilmgateModel", "FilmgateSystem"]),
        .tests("SystemTests", ["FilmgateTestKit", "filmgate-window"]),
        .tests(
            "InstallationTests",
            ["FilmgateTestKit", "FilmgateTool", "filmgatectl", "FilmgateCommandLine", "FilmgateText"],
            exclude: ["Scripts"]),

        // MARK: What tests start
        .program("cage-probe", ["FilmgateCage", "CFilmgateSystem"], path: "Tests/CageProbe"),
        .program(
            "misbehaving-worker", ["FilmgateJobs", "FilmgateModel", "FilmgateSystem"], path: "Tests/MisbehavingWorker"),
        .program("uncageable-worker", ["CFilmgateSeccomp"], path: "Tests/UncageableWorker"),
        .program(
            "store-writer", ["FilmgateStore", "FilmgatePolicy", "FilmgateModel", "FilmgateSystem"],
            path: "Tests/StoreWriter"),

        // MARK: What tests share
        .module(
            "FilmgateTestKit", wrapsC: true, ["FilmgateDBus", "FilmgateSystem", "CFilmgateDBus", "CFilmgateCrypto"],
            path: "Tests/TestKit",
            exclude: [
                "Python", "System/system-world", "System/system-enter", "System/installed-machine",
                "System/flatpak-world", "System/in-scope", "System/own-broker", "System/desktop-session",
                "System/edit-in-viewer", "System/edit-with", "System/show-grid",
            ]),

        .module(
            "FilmgateTestWorlds", wrapsC: true,
            [
                "FilmgateBroker", "FilmgateTool", "Filmgate", "FilmgateCommandLine", "FilmgatePolicy", "FilmgateDBus",
                "FilmgateSystem", "FilmgateTestKit", "filmgated",
            ],
            path: "Tests/Worlds"),

        // MARK: Fuzzers
        .fuzzer("fuzz-message-decoder", ["FilmgateDBus", "FuzzerReplay", "CFilmgateDBus"], in: "MessageDecoder"),
        .fuzzer(
            "fuzz-agent-answers",
            ["FilmgateWire", "FilmgateDBus", "FilmgatePolicy", "FilmgateModel", "CFilmgateDBus"], in: "AgentAnswers"),
        .fuzzer("fuzz-inspections", ["FilmgateJobs", "FilmgateModel"], in: "Inspections"),
        .fuzzer("fuzz-predicates", ["FilmgatePredicates", "FilmgateModel", "FuzzerReplay"], in: "Predicates"),
        .fuzzer(
            "fuzz-policy-files", ["FilmgatePolicyFiles", "FilmgatePolicy", "FilmgateModel", "FuzzerReplay"],
            in: "PolicyFiles"),
        .fuzzer(
            "fuzz-queries",
            ["FilmgateStore", "FilmgatePredicates", "FilmgatePolicy", "FilmgateModel", "FilmgateSystem"],
            in: "Queries", hasSeeds: false),
        .fuzzer(
            "fuzz-images", ["FilmgateRendering", "FilmgateJobs", "FilmgateModel", "FilmgateSystem", "FuzzerReplay"],
            in: "Images", hasSeeds: false),
        .fuzzer(
            "fuzz-redactions",
            ["FilmgateRendering", "FilmgateJobs", "FilmgateModel", "FilmgateSystem", "FuzzerReplay"],
            in: "Redactions", hasSeeds: false),
        .fuzzer(
            "fuzz-embeddings",
            ["FilmgateRendering", "FilmgateJobs", "FilmgateModel", "FilmgateSystem", "FuzzerReplay"],
            in: "Embeddings", hasSeeds: false),
        .fuzzer("fuzz-names", ["FilmgateModel", "FuzzerReplay"], in: "Names"),
        .fuzzer(
            "fuzz-imports",
            ["FilmgateLibraries", "FilmgateImporting", "Filmgate", "FilmgateModel", "FilmgateSystem", "FuzzerReplay"],
            in: "Imports"),
        .fuzzer(
            "fuzz-creations",
            ["FilmgateWire", "FilmgateDBus", "FilmgateModel", "FilmgateSystem", "FuzzerReplay", "CFilmgateDBus"],
            in: "Creations"),
        .module("FuzzerReplay", wrapsC: true, ["FilmgateSystem"], path: "Tests/Fuzzers/Replay"),
    ]
)

extension Target {
    /// - Parameters:
    ///   - wrapsC: whether unsafe constructs may stand unmarked, as in modules that wrap C.
    ///   - onMainActor: whether everything runs on the main thread unless it says otherwise, as GTK needs it.
    static func module(
        _ name: String, wrapsC: Bool = false, onMainActor: Bool = false, _ dependencies: [Dependency],
        path: String? = nil, exclude: [String] = [], resources: [Resource] = []
    ) -> Target {
        .target(
            name: name, dependencies: dependencies, path: path, exclude: exclude, resources: resources,
            swiftSettings: settings(wrapsC: wrapsC, onMainActor: onMainActor))
    }

    static func program(
        _ name: String, wrapsC: Bool = true, onMainActor: Bool = false, _ dependencies: [Dependency],
        path: String? = nil, exclude: [String] = [], plugins: [PluginUsage] = []
    ) -> Target {
        .executableTarget(
            name: name, dependencies: dependencies, path: path, exclude: exclude,
            swiftSettings: settings(wrapsC: wrapsC, onMainActor: onMainActor), plugins: plugins)
    }

    private static func settings(wrapsC: Bool, onMainActor: Bool) -> [SwiftSetting] {
        strict + (wrapsC ? [] : [.strictMemorySafety()]) + (onMainActor ? [.defaultIsolation(MainActor.self)] : [])
    }

    static func tests(_ name: String, _ dependencies: [Dependency], exclude: [String] = []) -> Target {
        .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: strict)
    }

    /// - Parameter folder: in `Tests/Fuzzers`.
    static func fuzzer(
        _ name: String, _ dependencies: [Dependency], in folder: String, hasSeeds: Bool = true
    ) -> Target {
        .executableTarget(
            name: name, dependencies: dependencies, path: "Tests/Fuzzers/\(folder)",
            exclude: hasSeeds ? ["seeds"] : [], swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])])
    }

    /// The settings of every Swift target.
    private static var strict: [SwiftSetting] {
        [
            .swiftLanguageMode(.v6),
            .enableUpcomingFeature("ExistentialAny"),
            .enableUpcomingFeature("InternalImportsByDefault"),
            .enableUpcomingFeature("MemberImportVisibility"),
            .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
            .treatAllWarnings(as: .error),
            // Compiler fault: 1
            .unsafeFlags(["-Xllvm", "-sil-disable-pass=optimize-hop-to-executor"]),
        ]
    }
}
