import Foundation
import Testing

/// The architecture, as a table: which module of ours may import which.
///
/// Imports go down only and siblings do not import each other. What is not in the table is forbidden, and so is a module
/// without a row.
@Suite("The architecture")
struct ImportTests {
    static let allowed: [String: Set<String>] = [
        // Programs
        "filmgated": [
            "FilmgateBroker", "FilmgateCommandLine", "FilmgateKeyFiles", "FilmgateTimeZones", "FilmgateSessions",
            "FilmgatePolicy", "FilmgateModel", "FilmgateText", "FilmgateDBus", "FilmgateSystem",
        ],
        "filmgatectl": ["FilmgateTool"],
        // Beside the client library, the reader of policy files: `policy check` serves where no broker runs.
        "FilmgateTool": [
            "Filmgate", "FilmgateBackups", "FilmgateEditors", "FilmgateImporting", "FilmgateLibraries",
            "FilmgateImages", "FilmgateHashing", "FilmgateCameras", "FilmgateCameraJobs",
            "FilmgatePolicyFiles", "FilmgateCommandLine",
            "FilmgatePictures", "FilmgateText", "CFilmgateTerminal",
        ],
        "filmgate-agent": [
            "Filmgate", "FilmgateImages", "FilmgateCommandLine", "FilmgateFrontEnd", "FilmgatePictures",
            "FilmgatePrompts", "FilmgateText",
            "FilmgateKeyFiles", "FilmgatePolicy", "FilmgateModel", "FilmgateDBus", "FilmgatePeers", "FilmgateProcess",
            "FilmgateSystem",
            "CFilmgateCurses", "CFilmgateTerminal",
        ],
        // Asks for the agent, and shows the library through the client library, as the tool does.
        "filmgate-window": [
            "Filmgate", "FilmgateEditors", "FilmgateImporting", "FilmgateImages", "FilmgateCommandLine",
            "FilmgateFrontEnd",
            "FilmgateGTK", "FilmgatePrompts", "FilmgateText", "FilmgateModel", "FilmgatePolicy", "FilmgateSystem",
        ],
        // Finds files and sends them in batches, for the tool and the window.
        "FilmgateImporting": ["Filmgate", "FilmgateHashing", "FilmgateModel", "FilmgateSystem"],
        // Reads what other photo libraries keep: folders, JSON, and their SQLite databases, which it does not trust.
        "FilmgateLibraries": [
            "FilmgateImporting", "Filmgate", "FilmgateHashing", "FilmgateModel", "FilmgateSystem", "CFilmgateSQLite",
        ],
        // Writes, checks and restores folders with backups, for the tool.
        "FilmgateBackups": ["Filmgate", "FilmgateWire", "FilmgateHashing", "FilmgateModel", "FilmgateSystem"],
        // Imports from cameras for the tool: starts filmgate-camera, and keeps what it brings until it is in the library.
        "FilmgateCameras": [
            "FilmgateImporting", "FilmgateCameraJobs", "Filmgate", "FilmgateHashing", "FilmgateModel",
            "FilmgateProcess", "FilmgateSystem",
        ],
        // Requests images some at a time, for the agent's front ends and the window.
        "FilmgateImages": ["Filmgate", "FilmgateModel", "FilmgateSystem"],
        // Finds editors by their desktop files and starts them on the session bus, for the tool and the window.
        "FilmgateEditors": [
            "Filmgate", "FilmgatePeers", "FilmgateWire", "FilmgateModel", "FilmgateDBus", "FilmgateKeyFiles",
            "FilmgateSystem",
        ],
        "FilmgateGTK": ["CFilmgateGTK"],
        "filmgate-identify": [
            "FilmgateCommandLine", "FilmgatePeers", "FilmgateCage", "FilmgateModel", "FilmgateDBus", "FilmgateSystem",
        ],
        "filmgate-render": ["FilmgateRendering", "FilmgateCage", "FilmgateJobs", "FilmgateModel", "FilmgateSystem"],
        // Speaks with cameras through libgphoto2, and knows nothing of the library.
        "filmgate-camera": [
            "FilmgateCameraJobs", "FilmgateCage", "FilmgateModel", "FilmgateSystem", "CFilmgateGPhoto",
        ],
        // What programs read from their command lines and write to terminals. Edit distance, calendar dates and what counts as a hidden
        // character are the model's, which predicates and the contract use too.
        "FilmgateCommandLine": ["FilmgateText", "FilmgateModel"],
        "FilmgateText": ["FilmgateModel", "CFilmgateTerminal"],
        // What every front end asks and offers, on terminals and in windows.
        "FilmgatePrompts": ["FilmgateFrontEnd", "FilmgateText", "FilmgatePolicy", "FilmgateModel"],
        // Pictures on terminals come from the broker as plain pixels, so nothing here parses media.
        "FilmgatePictures": ["Filmgate", "FilmgateSystem", "CFilmgateChafa", "CFilmgateTerminal"],
        // Application
        "FilmgateBroker": [
            "FilmgateStore", "FilmgatePeers", "FilmgateAuthority", "FilmgateSessions", "FilmgateMedia",
            "FilmgatePolicyFiles", "FilmgateWire", "FilmgatePolicy", "FilmgateModel", "FilmgateDBus",
            "FilmgateTimeZones", "FilmgateSystem",
        ],
        // Compresses pixels that apps save.
        "Filmgate": [
            "FilmgateWire", "FilmgatePredicates", "FilmgatePolicy", "FilmgateModel", "FilmgateDBus", "FilmgateSystem",
            "CFilmgateZlib",
        ],
        // Adapters
        // The rules of zones say which moment a camera's clock means.
        "FilmgateStore": [
            "FilmgatePolicy", "FilmgateModel", "FilmgateHashing", "FilmgateSQLite", "FilmgateTimeZones",
            "FilmgateSystem", "CFilmgateCrypto",
        ],
        "FilmgatePeers": ["FilmgateModel", "FilmgateDBus", "FilmgateProcess", "FilmgateKeyFiles", "FilmgateSystem"],
        "FilmgateAuthority": ["FilmgateSystem", "CFilmgatePolkit"],
        "FilmgateSessions": ["FilmgatePolicy", "FilmgateSystem", "CFilmgateSystemd"],
        // Reads rules from files. Policy decides what they mean.
        "FilmgatePolicyFiles": ["FilmgatePolicy", "FilmgateKeyFiles", "FilmgateSystem"],
        "FilmgateMedia": ["FilmgateModel", "FilmgateJobs", "FilmgateProcess", "FilmgateSystem"],
        // The worker's inside, and what it and the broker say to each other
        "FilmgateRendering": Set([
            "FilmgateModel", "FilmgateJobs", "FilmgateSystem",
        ]).union(mediaLibraries),
        "FilmgateCage": ["FilmgateSystem", "CFilmgateSystem", "CFilmgateSeccomp"],
        "FilmgateJobs": ["FilmgateModel"],
        // What filmgate-camera and the tool say to each other
        "FilmgateCameraJobs": ["FilmgateSystem"],
        // What the agent and its front ends say to each other
        "FilmgateFrontEnd": ["FilmgateWire", "FilmgatePolicy", "FilmgateModel", "FilmgateSystem"],
        // Contract
        "FilmgateWire": [
            "FilmgatePredicates", "FilmgatePolicy", "FilmgateModel", "FilmgateDBus", "FilmgateSystem",
        ],
        // Domain
        "FilmgatePolicy": ["FilmgateModel"],
        "FilmgatePredicates": ["FilmgateModel"],
        "FilmgateModel": [],
        // Hashes of files, for the store and for programs that compare files
        "FilmgateHashing": ["FilmgateModel", "FilmgateSystem", "CFilmgateCrypto"],
        // Foundation
        "FilmgateSQLite": ["FilmgateSystem", "CFilmgateSQLite"],
        "FilmgateDBus": ["FilmgateSystem", "CFilmgateDBus", "CFilmgateSystem"],
        "FilmgateProcess": ["FilmgateSystem", "CFilmgateSystem"],
        "FilmgateKeyFiles": ["CFilmgateGLib"],
        "FilmgateTimeZones": ["CFilmgateGLib"],
        // Base
        "FilmgateSystem": ["CFilmgateSystem"],
    ]

    /// Image and video libraries, one module each.
    static let mediaLibraries: Set<String> = [
        "CFilmgateJPEG", "CFilmgatePNG", "CFilmgateWebP", "CFilmgateTIFF", "CFilmgateGIF", "CFilmgateHEIF",
        "CFilmgateJXL", "CFilmgateOpenJPEG", "CFilmgateRaw", "CFilmgateExiv2", "CFilmgateColor",
        "CFilmgateAV", "CFilmgateFilters", "CFilmgateVips", "CFilmgateExif", "CFilmgateXMP", "CFilmgateIPTC",
    ]

    /// What comes with the system and the toolchain. Foundation proper costs 12 MiB and is for the tool alone.
    static let toolchain: Set<String> = ["Dispatch", "FoundationEssentials", "Glibc", "Synchronization"]
    static let withFoundation: Set<String> = ["FilmgateTool", "Filmgate"]

    static let modules = (try? FileManager.default.contentsOfDirectory(atPath: sources.path).sorted()) ?? []

    @Test("every module has a row, and every row a module")
    func rows() {
        let swift = Self.modules.filter { !$0.hasPrefix("C") }
        #expect(Set(swift) == Set(Self.allowed.keys))
    }

    @Test("imports go where the table allows", arguments: modules.filter { !$0.hasPrefix("C") })
    func imports(_ module: String) throws {
        var allowed = try #require(Self.allowed[module]).union(Self.toolchain)
        if Self.withFoundation.contains(module) { allowed.insert("Foundation") }
        for (file, imported) in try Self.imports(of: module) where !allowed.contains(imported) {
            Issue.record("\(module)/\(file) imports \(imported)")
        }
    }

    @Test("no import says 'internal', which every import is that says nothing else")
    func internalImports() throws {
        for module in Self.modules where !module.hasPrefix("C") {
            for (file, text) in try Self.files(of: module) {
                #expect(!text.contains("internal import "), "\(module)/\(file)")
            }
        }
    }

    @Test("the image and video libraries are linked into the worker alone")
    func worker() {
        for (module, allowed) in Self.allowed where module != "FilmgateRendering" {
            #expect(allowed.isDisjoint(with: Self.mediaLibraries), "\(module)")
        }
    }

    @Test("policy is pure: no clock, no waiting, nothing but values")
    func pure() throws {
        for (file, text) in try Self.files(of: "FilmgatePolicy") {
            for word in ["async", "await", "Date", "Clock", "Task", "FileManager", "print("] {
                #expect(!text.contains(word), "\(file) says \(word)")
            }
        }
    }

    @Test("only policy makes a Visibility, and only the gate asks for a decision")
    func walls() throws {
        for module in Self.modules where module != "FilmgatePolicy" && !module.hasPrefix("C") {
            for (file, text) in try Self.files(of: module) {
                #expect(!text.contains("Visibility("), "\(module)/\(file) makes a Visibility")
                if file != "Gate.swift" { #expect(!text.contains("decide(on"), "\(module)/\(file) decides") }
            }
        }
    }

    @Test("SQL is in the store alone, but for questions to the databases of other programs")
    func sql() throws {
        for module in Self.modules
        where !["FilmgateStore", "FilmgateSQLite", "FilmgateLibraries"].contains(module) && !module.hasPrefix("C") {
            for (file, text) in try Self.files(of: module) {
                for word in ["SELECT ", "INSERT INTO", "UPDATE ", "DELETE FROM"] {
                    #expect(!text.contains(word), "\(module)/\(file) says \(word)")
                }
            }
        }
    }

    @Test("unsafe short cuts stay in the modules that wrap C")
    func shortCuts() throws {
        let wrappers: Set = [
            "FilmgateSystem", "FilmgateDBus", "FilmgateSQLite", "FilmgateProcess", "FilmgateRendering",
            "FilmgateAuthority", "FilmgateGTK", "FilmgateLibraries", "FilmgateTimeZones",
        ]
        for module in Self.modules where !wrappers.contains(module) && !module.hasPrefix("C") {
            for (file, text) in try Self.files(of: module) {
                for word in ["@unchecked Sendable", "nonisolated(unsafe)", "try!", "fatalError(", "Task.detached"] {
                    #expect(!text.contains(word), "\(module)/\(file) says \(word)")
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
        for module in Self.modules where !module.hasPrefix("C") {
            for (file, text) in try Self.files(of: module) {
                for match in text.matches(of: /\b(?:struct|class|actor|enum|protocol|typealias) ([A-Z]\w*)/) {
                    let name = String(match.1)
                    let isMetaphor =
                        replaced.contains(name)
                        || ["Desk", "Shelf", "Hall", "Ledger"].contains { name.count > $0.count && name.hasSuffix($0) }
                    #expect(!isMetaphor, "\(module)/\(file) declares \(name)")
                }
            }
        }
    }

    @Test("no source file is longer than 400 lines")
    func lengths() throws {
        for module in Self.modules {
            for (file, text) in try Self.files(of: module) {
                #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 400, "\(module)/\(file)")
            }
        }
    }

    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    private static let sources = root.appending(path: "Sources")

    // Compiler fault: 3
    @Test("handlers of calls have no capture lists")
    func captureLists() throws {
        let handlers = try Self.files(of: "FilmgateBroker/Objects")
        #expect(!handlers.isEmpty)
        for (file, text) in handlers {
            let lists = text.matches(of: /\{\s*\[[a-zA-Z, ]+\] [\w, ]+ in\b/).map { String($0.output) }
            #expect(lists.isEmpty, "\(file)")
        }
    }

    private static func files(of module: String) throws -> [(String, String)] {
        let folder = sources.appending(path: module)
        let files =
            FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects as? [URL] ?? []
        return try files.filter { $0.pathExtension == "swift" }.map {
            ($0.lastPathComponent, try String(contentsOf: $0, encoding: .utf8))
        }
    }

    private static func imports(of module: String) throws -> [(String, String)] {
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
