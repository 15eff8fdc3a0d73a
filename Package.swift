// swift-tools-version: 6.2
// Targets are listed layer by layer, top to bottom. A target's files import only modules that the target lists.
// `Tests/ArchitectureTests` checks the imports between layers; ARCHITECTURE.md gives the reasons.
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
        .executable(name: "filmgate-portal", targets: ["filmgate-portal"]),
        .executable(name: "filmgate-desktop", targets: ["filmgate-desktop"]),
        // Most modules of the programs. `make build` compiles them together, before it links the programs one by one.
        .library(
            name: "modules", type: .static,
            targets: [
                "FilmgateTool", "FilmgateGTK", "FilmgatePictures", "FilmgateEditors", "FilmgateBroker",
                "FilmgateConversion", "FilmgateCameraJobs", "FilmgatePortal", "FilmgateDesktop",
            ]),
    ],
    targets: [
        // MARK: Programs
        .program(
            "filmgated",
            [
                "FilmgateBroker", "FilmgateText", "FilmgateKeyFiles", "FilmgateTimeZones", "FilmgateSystemServices",
                "FilmgatePolicy", "FilmgateModel", "FilmgateDBus", "FilmgateSystem",
            ]),
        .program("filmgatectl", wrapsC: false, ["FilmgateTool"]),
        .program(
            "filmgate-agent",
            [
                "Filmgate", "FilmgateText", "FilmgatePrompts", "FilmgatePictures", "FilmgateKeyFiles", "FilmgatePeers",
                "FilmgatePolicy", "FilmgateModel", "FilmgateDBus", "FilmgateProcess", "FilmgateSystem",
                "CFilmgateCurses", "CFilmgateTerminal",
            ]),
        .program(
            "filmgate-window", wrapsC: false, onMainActor: true,
            [
                "Filmgate", "FilmgateEditors", "FilmgatePortal", "FilmgateLibraryTools", "FilmgatePickStore",
                "FilmgateText",
                "FilmgatePrompts", "FilmgateGTK", "FilmgateCameraJobs", "FilmgateModel", "FilmgatePolicy",
                "FilmgatePredicates", "FilmgateSystem",
            ], exclude: ["Resources"], plugins: ["CompileResources"]),
        .program(
            "filmgate-identify",
            [
                "FilmgateText", "FilmgatePeers", "FilmgateCage", "FilmgateModel", "FilmgateDBus", "FilmgateSystem",
            ]),
        .program(
            "filmgate-render",
            [
                "FilmgateConversion", "FilmgateRendering", "FilmgateCage", "FilmgateJobs", "FilmgateModel",
                "FilmgateChannel", "FilmgateSystem",
            ]),
        .program("filmgate-portal", wrapsC: false, ["FilmgatePortal"]),
        .program("filmgate-desktop", wrapsC: false, ["FilmgateDesktop"]),
        .program(
            "filmgate-camera",
            [
                "FilmgateCameraJobs", "FilmgateCage", "FilmgateModel", "FilmgateChannel", "FilmgateSystem",
                "CFilmgateGPhoto",
            ]),

        // MARK: Interface: what people read, answer and type
        .module(
            "FilmgateTool", in: .interface,
            [
                "Filmgate", "FilmgateLibraryTools", "FilmgateEditors", "FilmgateCameraJobs",
                "FilmgatePolicyFiles", "FilmgatePortal", "FilmgateText", "FilmgatePictures", "CFilmgateTerminal",
            ]),
        .module(
            "FilmgateEditors", in: .interface,
            [
                "Filmgate", "FilmgatePeers", "FilmgateWire", "FilmgateModel", "FilmgateDBus", "FilmgateKeyFiles",
                "FilmgateSystem",
            ]),
        .module(
            "FilmgatePictures", in: .interface, wrapsC: true,
            ["Filmgate", "FilmgateSystem", "CFilmgateChafa", "CFilmgateTerminal"]),
        .module(
            "FilmgatePortal", in: .interface,
            [
                "FilmgatePickStore", "FilmgateText", "FilmgateKeyFiles", "FilmgateWire", "FilmgateModel",
                "FilmgateDBus", "FilmgateProcess", "FilmgateSystem", "CFilmgateGLib", "CFilmgateSystem",
            ]),
        .module(
            "FilmgateDesktop", in: .interface,
            [
                "Filmgate", "FilmgateLibraryTools", "FilmgateText", "FilmgateKeyFiles", "FilmgateModel", "FilmgateDBus",
                "FilmgateProcess", "FilmgateSystem",
            ]),
        .module(
            "FilmgatePrompts", in: .interface,
            ["FilmgateText", "FilmgateWire", "FilmgatePolicy", "FilmgateModel", "FilmgateSystem"]),
        .module("FilmgateText", in: .interface, ["FilmgateModel", "FilmgateSystem", "CFilmgateTerminal"]),
        .module("FilmgateGTK", in: .interface, wrapsC: true, onMainActor: true, ["CFilmgateGTK"]),
        .plugin(name: "CompileResources", capability: .buildTool()),

        // MARK: Client: the library that apps call, and what is done with photos through it
        .module(
            "FilmgateLibraryTools", in: .client, wrapsC: true,
            [
                "Filmgate", "FilmgateCameraJobs", "FilmgateWire", "FilmgateHashing", "FilmgateModel", "FilmgateChannel",
                "FilmgateProcess", "FilmgateSystem", "CFilmgateSQLite",
            ]),
        .module("FilmgatePickStore", in: .client, ["FilmgateModel", "FilmgateSystem"]),
        .module(
            "Filmgate", in: .client,
            [
                "FilmgateWire", "FilmgatePolicy", "FilmgatePredicates", "FilmgateModel", "FilmgateDBus",
                "FilmgateSystem", "CFilmgateZlib",
            ]),

        // MARK: Broker
        .module(
            "FilmgateBroker", in: .broker,
            [
                "FilmgateStore", "FilmgatePeers", "FilmgateSystemServices", "FilmgateWorkers", "FilmgatePolicyFiles",
                "FilmgateWire", "FilmgatePolicy", "FilmgateModel", "FilmgateDBus", "FilmgateTimeZones",
                "FilmgateSystem",
            ]),
        .module(
            "FilmgateStore", in: .broker, wrapsC: true,
            [
                "FilmgatePolicy", "FilmgatePredicates", "FilmgateModel", "FilmgateHashing", "FilmgateSQLite",
                "FilmgateTimeZones", "FilmgateSystem", "CFilmgateCrypto",
            ]),
        .module(
            "FilmgatePeers", in: .broker,
            ["FilmgateModel", "FilmgateDBus", "FilmgateProcess", "FilmgateKeyFiles", "FilmgateSystem"]),
        .module("FilmgatePolicyFiles", in: .broker, ["FilmgatePolicy", "FilmgateKeyFiles", "FilmgateSystem"]),
        .module(
            "FilmgateSystemServices", in: .broker, wrapsC: true,
            ["FilmgatePolicy", "FilmgateSystem", "CFilmgatePolkit", "CFilmgateSystemd"]),
        .module(
            "FilmgateWorkers", in: .broker,
            ["FilmgateModel", "FilmgateJobs", "FilmgateChannel", "FilmgateProcess", "FilmgateSystem"]),

        // MARK: Worker: where media is parsed
        .module(
            "FilmgateConversion", in: .worker, wrapsC: true,
            [
                "FilmgateRendering", "FilmgateJobs", "FilmgateModel", "FilmgateSystem", "CFilmgateAV",
                "CFilmgateFilters",
            ]),
        .module(
            "FilmgateRendering", in: .worker, wrapsC: true,
            [
                "FilmgateModel", "FilmgateJobs", "FilmgateChannel", "FilmgateSystem", "CFilmgateExif", "CFilmgateXMP",
                "CFilmgateIPTC", "CFilmgateJPEG", "CFilmgatePNG", "CFilmgateWebP", "CFilmgateTIFF", "CFilmgateGIF",
                "CFilmgateHEIF", "CFilmgateJXL", "CFilmgateOpenJPEG", "CFilmgateRaw", "CFilmgateAV", "CFilmgateVips",
                "CFilmgateExiv2", "CFilmgateColor", "CFilmgateGLib", "CFilmgateTurboJPEG",
            ]),
        .module("FilmgateCage", in: .worker, wrapsC: true, ["FilmgateSystem", "CFilmgateSystem", "CFilmgateSeccomp"]),
        .module("FilmgateJobs", in: .worker, ["FilmgateModel", "FilmgateChannel"]),
        .module("FilmgateCameraJobs", in: .worker, ["FilmgateChannel"]),

        // MARK: Contract: what client, broker and worker share
        .module(
            "FilmgateWire", in: .contract,
            [
                "FilmgatePredicates", "FilmgatePolicy", "FilmgateModel", "FilmgateDBus", "FilmgateSystem",
            ], resources: [.embedInCode("dbus")]),
        .module(
            "FilmgateHashing", in: .contract, wrapsC: true, ["FilmgateModel", "FilmgateSystem", "CFilmgateCrypto"]),
        .module("FilmgatePolicy", in: .contract, ["FilmgateModel"]),
        .module("FilmgatePredicates", in: .contract, ["FilmgateModel"]),
        .module("FilmgateModel", in: .contract, []),

        // MARK: System
        .module("FilmgateChannel", in: .system, ["FilmgateSystem"]),
        .module("FilmgateDBus", in: .system, wrapsC: true, ["FilmgateSystem", "CFilmgateDBus", "CFilmgateSystem"]),
        .module("FilmgateSQLite", in: .system, wrapsC: true, ["FilmgateSystem", "CFilmgateSQLite"]),
        .module("FilmgateProcess", in: .system, wrapsC: true, ["FilmgateSystem", "CFilmgateSystem"]),
        .module("FilmgateKeyFiles", in: .system, wrapsC: true, ["CFilmgateGLib"]),
        .module("FilmgateTimeZones", in: .system, wrapsC: true, ["CFilmgateGLib"]),
        .module("FilmgateSystem", in: .system, wrapsC: true, ["CFilmgateSystem"]),

        // MARK: C
        .library("CFilmgateAV", pkgConfig: "libavformat"),
        .library("CFilmgateChafa", pkgConfig: "chafa", apt: ["libchafa-dev"]),
        .library("CFilmgateColor", pkgConfig: "lcms2", apt: ["liblcms2-dev"]),
        .library("CFilmgateCrypto", pkgConfig: "libcrypto", apt: ["libssl-dev"]),
        .library("CFilmgateCurses", apt: ["libncurses-dev"]),
        .library("CFilmgateDBus", pkgConfig: "dbus-1", apt: ["libdbus-1-dev"]),
        .library("CFilmgateExif", pkgConfig: "libexif"),
        .wrapper("CFilmgateExiv2", links: ["exiv2"]),
        .wrapper("CFilmgateFilters", links: ["avutil"]),
        .library("CFilmgateGIF"),
        .library("CFilmgateGLib", pkgConfig: "glib-2.0", apt: ["libglib2.0-dev"]),
        .library("CFilmgateGPhoto", pkgConfig: "libgphoto2", apt: ["libgphoto2-dev"]),
        .library("CFilmgateGTK", pkgConfig: "libadwaita-1", apt: ["libadwaita-1-dev", "libgtk-4-dev"]),
        .library("CFilmgateHEIF", pkgConfig: "libheif"),
        .library("CFilmgateIPTC", pkgConfig: "libiptcdata"),
        .wrapper("CFilmgateJPEG", links: ["jpeg"]),
        .library("CFilmgateJXL"),
        .library("CFilmgateOpenJPEG", pkgConfig: "libopenjp2", apt: ["libopenjp2-7-dev"]),
        .wrapper("CFilmgatePNG", links: ["png", "z"]),
        .library("CFilmgatePolkit", pkgConfig: "glib-2.0", apt: ["libglib2.0-dev"]),
        .wrapper("CFilmgateRaw", links: ["raw"]),
        .library("CFilmgateSQLite", pkgConfig: "sqlite3", apt: ["libsqlite3-dev"]),
        .library("CFilmgateSeccomp", pkgConfig: "libseccomp"),
        .wrapper("CFilmgateSystem"),
        .library("CFilmgateSystemd", pkgConfig: "libsystemd", apt: ["libsystemd-dev"]),
        .library("CFilmgateTIFF", pkgConfig: "libtiff-4"),
        .wrapper("CFilmgateTerminal", links: ["tinfo"]),
        .library("CFilmgateTurboJPEG", pkgConfig: "libturbojpeg", apt: ["libturbojpeg0-dev"]),
        // No `pkgConfig`, because the package manager warns about vips's flags. CFilmgateGLib provides GLib's headers.
        .library("CFilmgateVips", apt: ["libvips-dev"]),
        .library("CFilmgateWebP", pkgConfig: "libwebpdemux"),
        .library("CFilmgateXMP", pkgConfig: "exempi-2.0"),
        .library("CFilmgateZlib", pkgConfig: "zlib", apt: ["zlib1g-dev"]),

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
            [
                "FilmgateWire", "FilmgatePredicates", "FilmgateDBus", "FilmgatePolicy", "FilmgateModel",
                "FilmgateSystem", "FilmgateTestKit",
            ]),
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
                "FilmgateWorkers", "FilmgateRendering", "FilmgateCage", "FilmgateJobs", "FilmgateModel",
                "FilmgateChannel", "FilmgateProcess", "FilmgateSystem", "FilmgateTestKit", "CFilmgateHEIF",
                "CFilmgateSeccomp", "filmgate-render", "cage-probe", "misbehaving-worker", "uncageable-worker",
            ]),
        .tests(
            "FilmgateBrokerTests",
            [
                "FilmgateBroker", "FilmgateDBus", "FilmgateModel", "FilmgatePolicy", "FilmgateSQLite", "FilmgateStore",
                "FilmgateWire", "FilmgateSystem", "FilmgateTestKit", "FilmgateTestWorlds", "filmgated",
                "filmgate-render",
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
                "filmgate-agent", "Filmgate", "FilmgateText", "FilmgatePrompts", "FilmgatePictures", "FilmgateWire",
                "FilmgatePolicy", "FilmgateModel", "FilmgateSystem", "CFilmgateTerminal", "FilmgateTestKit",
            ]),
        .tests("FilmgatePicturesTests", ["FilmgatePictures", "Filmgate"]),
        .tests("FilmgateImagesTests", ["Filmgate", "FilmgateModel", "FilmgateSystem"]),
        .tests(
            "FilmgatectlTests",
            [
                "FilmgateTool", "filmgatectl", "filmgate-camera", "FilmgateLibraryTools", "FilmgateCameraJobs",
                "Filmgate", "FilmgateModel", "FilmgateSystem", "FilmgateText", "CFilmgateTerminal", "FilmgateTestKit",
                "FilmgateTestWorlds", "filmgated", "filmgate-render",
            ], exclude: ["Recorded"]),
        .tests(
            "FilmgateEditorsTests",
            ["FilmgateEditors", "FilmgatePeers", "Filmgate", "FilmgateModel", "FilmgateDBus", "FilmgateTestKit"]),
        .tests(
            "FilmgatePickStoreTests",
            ["FilmgatePickStore", "Filmgate", "FilmgateModel", "FilmgateSystem", "FilmgateTestKit"]),
        .tests(
            "FilmgateDesktopTests",
            [
                "FilmgateDesktop", "filmgate-desktop", "Filmgate", "FilmgateDBus", "FilmgateKeyFiles", "FilmgateModel",
                "FilmgateSystem", "FilmgateTestKit",
            ]),
        .tests(
            "FilmgatePortalTests",
            [
                "FilmgatePortal", "filmgate-portal", "FilmgatePickStore", "Filmgate", "FilmgateDBus",
                "FilmgateKeyFiles", "FilmgateModel", "FilmgateProcess", "FilmgateSystem", "FilmgateTestKit",
                "FilmgateTestWorlds",
            ]),
        .tests(
            "FilmgateWindowTests",
            [
                "filmgate-window", "FilmgateCameraJobs", "FilmgateGTK", "FilmgateLibraryTools", "FilmgateModel",
                "FilmgateSystem", "FilmgateTestKit",
            ]),
        .tests("SystemTests", ["FilmgateTestKit", "filmgate-window"]),
        .tests(
            "InstallationTests",
            [
                "FilmgateTestKit", "FilmgateTool", "filmgatectl", "FilmgateText",
            ], exclude: ["Scripts"]),

        // MARK: What tests start
        .program("cage-probe", ["FilmgateCage", "CFilmgateSystem"], path: "Tests/CageProbe"),
        .program(
            "misbehaving-worker", ["FilmgateJobs", "FilmgateModel", "FilmgateChannel", "FilmgateSystem"],
            path: "Tests/MisbehavingWorker"),
        .program("uncageable-worker", ["CFilmgateSeccomp"], path: "Tests/UncageableWorker"),
        .program(
            "store-writer",
            ["FilmgateStore", "FilmgatePolicy", "FilmgateModel", "FilmgateSystem"], path: "Tests/StoreWriter"),

        // MARK: What tests share
        .module(
            "FilmgateTestKit", wrapsC: true, ["FilmgateDBus", "FilmgateSystem", "CFilmgateDBus", "CFilmgateCrypto"],
            path: "Tests/TestKit",
            exclude: [
                "Python", "System/system-world", "System/system-enter", "System/installed-machine",
                "System/flatpak-world", "System/in-scope", "System/own-broker", "System/own-bus",
                "System/desktop-session", "System/edit-in-viewer", "System/edit-with", "System/show-grid",
            ]),
        .module(
            "FilmgateTestWorlds", wrapsC: true,
            [
                "FilmgateBroker", "FilmgateTool", "Filmgate", "FilmgateText", "FilmgatePolicy", "FilmgateDBus",
                "FilmgateSystem", "FilmgateTestKit", "filmgated",
            ], path: "Tests/Worlds"),

        // MARK: Fuzzers
        .fuzzer("fuzz-message-decoder", ["FilmgateDBus", "FuzzerReplay", "CFilmgateDBus"], in: "MessageDecoder"),
        .fuzzer(
            "fuzz-agent-answers",
            ["FilmgateWire", "FilmgateDBus", "FilmgatePolicy", "FilmgateModel", "CFilmgateDBus"], in: "AgentAnswers"),
        .fuzzer("fuzz-inspections", ["FilmgateJobs", "FilmgateModel", "FilmgateChannel"], in: "Inspections"),
        .fuzzer("fuzz-predicates", ["FilmgatePredicates", "FilmgateModel", "FuzzerReplay"], in: "Predicates"),
        .fuzzer(
            "fuzz-policy-files",
            ["FilmgatePolicyFiles", "FilmgatePolicy", "FilmgateModel", "FuzzerReplay"], in: "PolicyFiles"),
        .fuzzer(
            "fuzz-queries",
            [
                "FilmgateStore", "FilmgatePredicates", "FilmgatePolicy", "FilmgateModel", "FilmgateSystem",
            ], in: "Queries", hasSeeds: false),
        .fuzzer(
            "fuzz-images",
            [
                "FilmgateRendering", "FilmgateJobs", "FilmgateModel", "FilmgateSystem", "FuzzerReplay",
            ], in: "Images", hasSeeds: false),
        .fuzzer(
            "fuzz-redactions",
            [
                "FilmgateRendering", "FilmgateJobs", "FilmgateModel", "FilmgateSystem", "FuzzerReplay",
            ], in: "Redactions", hasSeeds: false),
        .fuzzer(
            "fuzz-embeddings",
            [
                "FilmgateRendering", "FilmgateJobs", "FilmgateModel", "FilmgateSystem", "FuzzerReplay",
            ], in: "Embeddings", hasSeeds: false),
        .fuzzer("fuzz-names", ["FilmgateModel", "FuzzerReplay"], in: "Names"),
        .fuzzer(
            "fuzz-imports",
            [
                "FilmgateLibraryTools", "Filmgate", "FilmgateModel", "FilmgateSystem", "FuzzerReplay",
            ], in: "Imports"),
        .fuzzer(
            "fuzz-creations",
            [
                "FilmgateWire", "FilmgateDBus", "FilmgateModel", "FilmgateSystem", "FuzzerReplay", "CFilmgateDBus",
            ], in: "Creations"),
        .module("FuzzerReplay", wrapsC: true, ["FilmgateSystem"], path: "Tests/Fuzzers/Replay"),

        // MARK: Benchmarks
        .program("benchmark-echo-server", ["FilmgateDBus", "FilmgateSystem"], path: "Benchmarks/EchoServer"),
        .program(
            "benchmark-store",
            [
                "FilmgateStore", "FilmgatePolicy", "FilmgateModel", "FilmgateSQLite", "FilmgateSystem",
            ], path: "Benchmarks/Store"),
    ]
)

/// The folders of `Sources`, top to bottom. No module imports modules of a higher layer.
enum Layer: String {
    case programs = "Programs"
    case interface = "Interface"
    case client = "Client"
    case broker = "Broker"
    case worker = "Worker"
    case contract = "Contract"
    case system = "System"
    case c = "C"
}

extension Target {
    /// - Parameters:
    ///   - layer: the layer whose folder contains the module; nil if `path` is set.
    ///   - wrapsC: whether unsafe code needs no `unsafe` marks, because the module wraps C code.
    ///   - onMainActor: whether declarations are on the main actor by default. GTK needs the main thread.
    static func module(
        _ name: String, in layer: Layer? = nil, wrapsC: Bool = false, onMainActor: Bool = false,
        _ dependencies: [Dependency], path: String? = nil, exclude: [String] = [], resources: [Resource] = []
    ) -> Target {
        .target(
            name: name, dependencies: dependencies, path: path ?? layer.map { folder(name, in: $0) }, exclude: exclude,
            resources: resources, swiftSettings: settings(wrapsC: wrapsC, onMainActor: onMainActor))
    }

    static func program(
        _ name: String, wrapsC: Bool = true, onMainActor: Bool = false, _ dependencies: [Dependency],
        path: String? = nil, exclude: [String] = [], plugins: [PluginUsage] = []
    ) -> Target {
        .executableTarget(
            name: name, dependencies: dependencies, path: path ?? folder(name, in: .programs), exclude: exclude,
            swiftSettings: settings(wrapsC: wrapsC, onMainActor: onMainActor), plugins: plugins)
    }

    /// Returns a target with C or C++ code of this package, which wraps a library or system calls.
    static func wrapper(_ name: String, links libraries: [String] = []) -> Target {
        .target(name: name, path: folder(name, in: .c), linkerSettings: libraries.map { .linkedLibrary($0) })
    }

    /// Returns a target for a C library that the system provides.
    ///
    /// - Parameter packages: the Debian packages that the package manager suggests if the headers are missing.
    static func library(_ name: String, pkgConfig: String? = nil, apt packages: [String] = []) -> Target {
        .systemLibrary(
            name: name, path: folder(name, in: .c), pkgConfig: pkgConfig,
            providers: packages.isEmpty ? nil : [.apt(packages)])
    }

    private static func folder(_ name: String, in layer: Layer) -> String { "Sources/\(layer.rawValue)/\(name)" }

    private static func settings(wrapsC: Bool, onMainActor: Bool) -> [SwiftSetting] {
        strict + (wrapsC ? [] : [.strictMemorySafety()]) + (onMainActor ? [.defaultIsolation(MainActor.self)] : [])
    }

    static func tests(_ name: String, _ dependencies: [Dependency], exclude: [String] = []) -> Target {
        .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: strict)
    }

    /// - Parameter folder: the name of the fuzzer's folder in `Tests/Fuzzers`.
    static func fuzzer(
        _ name: String, _ dependencies: [Dependency], in folder: String, hasSeeds: Bool = true
    ) -> Target {
        .executableTarget(
            name: name, dependencies: dependencies, path: "Tests/Fuzzers/\(folder)",
            exclude: hasSeeds ? ["seeds"] : [], swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])])
    }

    /// The settings that all Swift targets except the plugin share.
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
