import FilmgateModel
import FilmgatePolicy
import FilmgateTestKit
import Foundation
import Testing

@testable import FilmgatePolicyFiles

@Suite("Layers of policy files")
struct PolicyLayersTests {
    /// A vendor's and an administrator's folder, which are removed after the test.
    final class Folders {
        let root = FileManager.default.temporaryDirectory.appending(path: "filmgate-policy-\(UUID().uuidString)").path
        var vendor: String { root + "/vendor" }
        var administrator: String { root + "/administrator" }

        init() throws {
            for folder in [vendor, administrator] {
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            }
        }

        deinit { try? FileManager.default.removeItem(atPath: root) }

        func write(_ text: String, to path: String) throws {
            try text.write(toFile: "\(root)/\(path)", atomically: false, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: "\(root)/\(path)")
        }

        func read() -> ParsedPolicy { PolicyLayers([vendor, administrator]).read() }

        func names(of reading: ParsedPolicy) -> [String] { reading.files.map { String($0.dropFirst(root.count + 1)) } }
    }

    static let app = ClientID("flatpak:org.example.App")!

    @Test("the administrator's files come after the vendor's, each in the order of names")
    func order() throws {
        let folders = try Folders()
        try folders.write("[*]\nhighest=none\n", to: "vendor/90-last.conf")
        try folders.write("[*]\nhighest=add-only\npreset=add-only\n", to: "vendor/10-first.conf")
        try folders.write("[*]\nhighest=full\n", to: "administrator/00-local.conf")
        try folders.write("[*]\nhighest=none\n", to: "administrator/.hidden.conf")
        try folders.write("[*]\nhighest=none\n", to: "administrator/50-saved.conf~")
        let reading = folders.read()
        #expect(
            folders.names(of: reading) == [
                "vendor/10-first.conf", "vendor/90-last.conf", "administrator/00-local.conf",
            ])
        let rules = reading.ruleSet.rules(for: Self.app)
        #expect(rules.ceiling == .full && rules.presetLevel == .addOnly)
        #expect(rules.highest?.place.description == "\(folders.administrator)/00-local.conf:2")
    }

    @Test(
        "a file of the administrator masks the vendor's of the same name, even an empty one, even a broken one of the vendor"
    )
    func masking() throws {
        let folders = try Folders()
        try folders.write("[*]\nhighest=none\n", to: "vendor/10-base.conf")
        try folders.write("nonsense", to: "vendor/20-broken.conf")
        try folders.write("", to: "administrator/10-base.conf")
        try folders.write("# nothing\n", to: "administrator/20-broken.conf")
        let reading = folders.read()
        #expect(reading.faults.isEmpty)
        #expect(folders.names(of: reading) == ["administrator/10-base.conf", "administrator/20-broken.conf"])
        #expect(reading.ruleSet.rules(for: Self.app) == ClientRules())
    }

    @Test("folders that do not exist set nothing")
    func missing() {
        let reading = PolicyLayers(["/nonexistent/a", "/nonexistent/b"]).read()
        #expect(reading.findings.isEmpty && reading.files.isEmpty && reading.ruleSet == RuleSet())
    }

    @Test("anything but a regular file of a bounded size is an error, and closes the policy")
    func unfit() throws {
        for (name, make) in Self.unfit {
            let folders = try Folders()
            try folders.write("[*]\nhighest=full\npreset=full\n", to: "administrator/90-good.conf")
            let path = folders.administrator + "/10-bad.conf"
            try make(path)
            let reading = folders.read()
            #expect(reading.faults.map(\.place) == [PolicyFileLocation(file: path, line: nil)], "\(name)")
            let rules = reading.ruleSet.rules(for: Self.app)
            #expect(rules.ceiling == .none && rules.presetLevel == nil && !rules.allowsPrompts, "\(name)")
        }
    }

    static let unfit: [(String, @Sendable (String) throws -> Void)] = [
        ("a folder", { try FileManager.default.createDirectory(atPath: $0, withIntermediateDirectories: false) }),
        ("a FIFO", { #expect(mkfifo($0, 0o644) == 0) }),
        ("a link", { try FileManager.default.createSymbolicLink(atPath: $0, withDestinationPath: "90-good.conf") }),
        ("a broken link", { try FileManager.default.createSymbolicLink(atPath: $0, withDestinationPath: "nowhere") }),
        ("a device", { try FileManager.default.createSymbolicLink(atPath: $0, withDestinationPath: "/dev/null") }),
        (
            "too large",
            { try String(repeating: "#\n", count: 40_000).write(toFile: $0, atomically: false, encoding: .utf8) }
        ),
    ]

    @Test("a path that is not a folder, and a folder with too many files, close the policy")
    func badFolders() throws {
        let folders = try Folders()
        try folders.write("", to: "plain")
        #expect(PolicyLayers([folders.root + "/plain"]).read().faults.count == 1)
        for number in 0...PolicyFileLimits.filesInFolder { try folders.write("", to: "vendor/\(number).conf") }
        #expect(folders.read().faults.map(\.place.file) == [folders.vendor])
    }

    @Test("a file that other users may write is a warning, and comes into force")
    func permissions() throws {
        let folders = try Folders()
        try folders.write("[*]\nhighest=limited\n", to: "vendor/a.conf")
        try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: folders.vendor + "/a.conf")
        let reading = folders.read()
        #expect(reading.findings.map(\.severity) == [.warning])
        #expect(reading.ruleSet.rules(for: Self.app).ceiling == .limited)
    }

    @Test("files and folders that an administrator names are read wherever they are")
    func named() throws {
        let folders = try Folders()
        try folders.write("[*]\nhighest=none\n", to: "vendor/a.conf")
        try folders.write("[*]\nprompts=maybe\n", to: "draft")
        let reading = ParsedPolicy(paths: [folders.vendor, folders.root + "/draft", folders.root + "/missing"])
        #expect(
            reading.findings.map { $0.place.description.dropFirst(folders.root.count + 1) } == ["draft:2", "missing"])
        #expect(reading.files.count == 3)
    }
}
