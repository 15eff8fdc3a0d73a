import Foundation
import Testing

/// The architecture: which layer may know which, and that each file imports only what the manifest lists for its
/// module.
@Suite("The architecture")
struct ImportTests {
    /// For each layer, those whose modules it may import.
    static let allowed: [String: Set<String>] = [
        "programs": ["interface", "client", "broker", "worker", "contract", "system", "c"],
        "interface": ["interface", "client", "contract", "system", "c"],
        // What the worker and the programs that start it say to each other is the worker's.
        "client": ["client", "worker", "contract", "system", "c"],
        "broker": ["broker", "worker", "contract", "system", "c"],
        "worker": ["worker", "contract", "system", "c"],
        "contract": ["contract", "system", "c"],
        "system": ["system", "c"],
    ]

    /// Modules that may import less than their layer.
    static let narrower: [String: Set<String>] = [
        "filmgated": ["interface", "broker", "contract", "system"],
        "filmgatectl": ["interface"],
        "filmgate-agent": ["interface", "client", "broker", "contract", "system"],
        "filmgate-window": ["interface", "client", "contract", "system"],
        "filmgate-identify": ["interface", "broker", "worker", "contract", "system"],
        "filmgate-render": ["worker", "contract", "system"],
        "filmgate-camera": ["worker", "contract", "system"],
        "filmgate-portal": ["interface"],
        "FilmgatePrompts": ["interface", "contract", "system"],
        "FilmgateGTK": [],
        "Filmgate": ["contract", "system"],
        "FilmgatePolicy": ["contract"],
        "FilmgatePredicates": ["contract"],
        "FilmgateModel": [],
    ]

    /// Modules that further layers may import: readers of policy files, for `policy check` where no broker runs, and of
    /// processes, for the programs that start editors; and what the tool and the window say to
    /// `filmgate-camera`.
    static let shared: [String: Set<String>] = [
        "FilmgateTool": ["FilmgatePolicyFiles", "FilmgateCameraJobs"],
        "filmgate-window": ["FilmgateCameraJobs"],
        "FilmgateEditors": ["FilmgatePeers"],
    ]

    /// Image and video libraries, one module each.
    static let mediaLibraries: Set<String> = [
        "CFilmgateJPEG", "CFilmgatePNG", "CFilmgateWebP", "CFilmgateTIFF", "CFilmgateGIF", "CFilmgateHEIF",
        "CFilmgateJXL", "CFilmgateOpenJPEG", "CFilmgateRaw", "CFilmgateExiv2", "CFilmgateColor", "CFilmgateTurboJPEG",
        "CFilmgateAV", "CFilmgateFilters", "CFilmgateVips", "CFilmgateExif", "CFilmgateXMP", "CFilmgateIPTC",
    ]

    /// What comes with the system and the toolchain. Foundation proper costs 12 MiB and is for the tool alone.
    static let toolchain: Set<String> = ["Dispatch", "FoundationEssentials", "Glibc", "Synchronization"]
    static let withFoundation: Set<String> = ["FilmgateTool", "Filmgate"]

    static let manifest = (try? Manifest()) ?? Manifest(modules: [])
    static let modules = manifest.modules

    @Test("every folder of a layer is a module of the manifest")
    func folders() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: Self.sources.path).flatMap { layer in
            try FileManager.default.contentsOfDirectory(atPath: Self.sources.appending(path: layer).path)
                .map { "\(layer.lowercased())/\($0)" }
        }
        let listed = Self.modules.map { "\($0.layer)/\($0.name)" }
        #expect(Set(folders.filter { !$0.hasPrefix("c/") }) == Set(listed))
    }

    @Test("layers know only what the table allows", arguments: modules)
    func layers(_ module: Module) throws {
        let layers = try #require(Self.narrower[module.name] ?? Self.allowed[module.layer])
        let shared = Self.shared[module.name] ?? []
        for name in module.dependencies where !name.hasPrefix("C") && !shared.contains(name) {
            let dependency = try #require(Self.modules.first { $0.name == name }, "\(name)")
            #expect(layers.contains(dependency.layer), "\(module.name) depends on \(name)")
        }
    }

    @Test("files import what the manifest lists for their module", arguments: modules)
    func imports(_ module: Module) throws {
        var allowed = module.dependencies.union(Self.toolchain)
        if Self.withFoundation.contains(module.name) { allowed.insert("Foundation") }
        let imports = try Self.imports(of: module)
        for (file, imported) in imports where !allowed.contains(imported) {
            Issue.record("\(module.name)/\(file) imports \(imported)")
        }
        // Some C modules are there for the headers that others include.
        let unused = module.dependencies.filter { !$0.hasPrefix("C") }.subtracting(imports.map(\.1))
        #expect(unused.isEmpty, "\(module.name) imports nothing of these")
    }

    @Test("no import says 'internal', which every import is that says nothing else")
    func internalImports() throws {
        for module in Self.modules {
            for (file, text) in try Self.files(of: module) {
                #expect(!text.contains("internal import "), "\(module.name)/\(file)")
            }
        }
    }

    @Test("the image and video libraries are linked into the worker alone")
    func worker() {
        let parsers: Set = ["FilmgateRendering", "FilmgateConversion"]
        for module in Self.modules where !parsers.contains(module.name) {
            let linked = module.name == "filmgate-render" ? Self.mediaLibraries : Self.mediaLibraries.union(parsers)
            #expect(module.dependencies.isDisjoint(with: linked), "\(module.name)")
        }
    }

    @Test("policy is pure: no clock, no waiting, nothing but values")
    func pure() throws {
        for (file, text) in try Self.files(of: Self.module("FilmgatePolicy")) {
            for word in ["async", "await", "Date", "Clock", "Task", "FileManager", "print("] {
                #expect(!text.contains(word), "\(file) says \(word)")
            }
        }
    }

    @Test("only policy makes a Visibility, and only the gate asks for a decision")
    func walls() throws {
        for module in Self.modules where module.name != "FilmgatePolicy" {
            for (file, text) in try Self.files(of: module) {
                #expect(!text.contains("Visibility("), "\(module.name)/\(file) makes a Visibility")
                if file != "Gate.swift" { #expect(!text.contains("decide(on"), "\(module.name)/\(file) decides") }
            }
        }
    }

    @Test("SQL is in the store alone, but for questions to the databases of other programs")
    func sql() throws {
        let others: Set = ["FilmgateStore", "FilmgateSQLite", "FilmgateLibraryTools"]
        let ours = ["Backups", "Cameras", "Collections", "Exporting", "Importing"]
        let folders =
            Self.modules.filter { !others.contains($0.name) }.map(\.folder)
            + ours.map { "Client/FilmgateLibraryTools/\($0)" }
        for folder in folders {
            let files = try Self.files(in: folder)
            #expect(!files.isEmpty, "\(folder)")
            for (file, text) in files {
                for word in ["SELECT ", "INSERT INTO", "UPDATE ", "DELETE FROM"] {
                    #expect(!text.contains(word), "\(folder)/\(file) says \(word)")
                }
            }
        }
    }

    @Test("unsafe short cuts stay in the modules that wrap C")
    func shortCuts() throws {
        let wrappers: Set = [
            "FilmgateSystem", "FilmgateDBus", "FilmgateSQLite", "FilmgateProcess", "FilmgateSystemServices",
            "FilmgateGTK", "FilmgateTimeZones",
        ]
        for module in Self.modules where !wrappers.contains(module.name) {
            for (file, text) in try Self.files(of: module) {
                for word in ["@unchecked Sendable", "nonisolated(unsafe)", "try!", "fatalError(", "Task.detached"] {
                    #expect(!text.contains(word), "\(module.name)/\(file) says \(word)")
                }
            }
        }
    }

    @Test("no type has one of the metaphors for its name that the field's terms replaced")
    func names() throws {
        let words =
            "House Houses HouseTree BrokerTree Grounds Forecourt Remains Occupancy Entrance Door Site Matter Deed Candidate Leave "
            + "LeaveQuestion Inquest OwnerAlone Inquiry InquiryEnding Asker Portraits Introduction Attendance WaitingBatches Agency "
            + "Rounds HeldOrders Aside HeldGrant Purse OwnersPrograms Standpoint News Concern Announcer Doubt DoubtJournal Attested "
            + "Possession Sighting Departures Arrivals Netting Course Lens LensChange Roster Leash Pause Keeper Agenda Piece "
            + "TurnMachine CallLine Administer Patience Sight Shelf Telling"
        let replaced = Set(words.split(separator: " ").map(String.init))
        for module in Self.modules {
            for (file, text) in try Self.files(of: module) {
                for match in text.matches(of: /\b(?:struct|class|actor|enum|protocol|typealias) ([A-Z]\w*)/) {
                    let name = String(match.1)
                    let isMetaphor =
                        replaced.contains(name)
                        || ["Desk", "Shelf", "Hall", "Ledger"].contains { name.count > $0.count && name.hasSuffix($0) }
                    #expect(!isMetaphor, "\(module.name)/\(file) declares \(name)")
                }
            }
        }
    }

    @Test("no source file is longer than 400 lines")
    func lengths() throws {
        for module in Self.modules {
            for (file, text) in try Self.files(of: module) {
                let lines = text.split(separator: "\n", omittingEmptySubsequences: false).count
                #expect(lines <= 400, "\(module.name)/\(file)")
            }
        }
    }

    private static let root = Repository.root
    private static let sources = root.appending(path: "Sources")

    // Compiler fault: 3
    @Test("handlers of calls have no capture lists")
    func captureLists() throws {
        let handlers = try Self.files(in: "Broker/FilmgateBroker/Objects")
        #expect(!handlers.isEmpty)
        for (file, text) in handlers {
            let lists = text.matches(of: /\{\s*\[[a-zA-Z, ]+\] [\w, ]+ in\b/).map { String($0.output) }
            #expect(lists.isEmpty, "\(file)")
        }
    }

    private static func module(_ name: String) throws -> Module {
        try #require(modules.first { $0.name == name })
    }

    private static func files(of module: Module) throws -> [(String, String)] { try files(in: module.folder) }

    private static func files(in folder: String) throws -> [(String, String)] {
        let folder = sources.appending(path: folder)
        let files =
            FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects as? [URL] ?? []
        return try files.filter { $0.pathExtension == "swift" }.map {
            ($0.lastPathComponent, try String(contentsOf: $0, encoding: .utf8))
        }
    }

    private static func imports(of module: Module) throws -> [(String, String)] {
        try files(of: module).flatMap { file, text in
            text.split(separator: "\n").compactMap { line -> (String, String)? in
                let words = line.split(separator: " ")
                guard let keyword = words.firstIndex(of: "import"), words[..<keyword].allSatisfy(Self.isModifier),
                    let name = words.dropFirst(keyword + 1).first(where: { !Self.kinds.contains(String($0)) })
                else { return nil }
                return (file, String(name.prefix { $0 != "." }))
            }
        }
    }

    private static let kinds: Set = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]

    private static func isModifier(_ word: Substring) -> Bool {
        ["public", "internal", "private", "fileprivate", "package"].contains(word) || word.hasPrefix("@")
    }
}
