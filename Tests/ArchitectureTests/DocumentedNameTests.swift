import Foundation
import Testing

/// The documents name modules, files and types that exist.
@Suite("Names in the documents")
struct DocumentedNameTests {
    private static let root = Repository.root
    private static let documents: [String] = {
        let pages = (try? contents(of: "docs")) ?? []
        return ["ARCHITECTURE.md", "CONTRIBUTING.md", "README.md", "SECURITY.md"]
            + pages.filter { $0.hasSuffix(".md") }.map { "docs/\($0)" }.sorted()
    }()

    @Test("ARCHITECTURE.md lists the layers and their modules in the order of the manifest")
    func modules() throws {
        let rows = try Self.text(of: "ARCHITECTURE.md").matches(of: /\n\| (?:\*\*(\w+)\*\*|`([^`]+)`) \|/).map {
            String($0.1 ?? $0.2 ?? "")
        }
        var expected: [String] = []
        for module in ImportTests.modules {
            let layer = module.layer.capitalized
            if !expected.contains(layer) { expected.append(layer) }
            expected.append(module.name)
        }
        #expect(Array(rows.prefix { $0 != "C" }) == expected)
    }

    @Test("paths in back ticks exist", arguments: documents)
    func paths(_ document: String) throws {
        var folders: [String: String] = [:]
        for layer in try Self.contents(of: "Sources") {
            for module in try Self.contents(of: "Sources/\(layer)") { folders[module] = "Sources/\(layer)/\(module)" }
        }
        for folder in try Self.contents(of: "") { folders[folder] = folder }
        for match in try Self.text(of: document).matches(of: /`([\w.+\-]+)(\/[\w.+\/\-]+)`/) {
            guard let folder = folders[String(match.1)] else { continue }
            let path = Self.root.appending(path: "\(folder)\(match.2)").path
            #expect(FileManager.default.fileExists(atPath: path), "\(match.0)")
        }
    }

    @Test("types and functions in back ticks of ARCHITECTURE.md are words of the source")
    func names() throws {
        let files = FileManager.default.enumerator(
            at: Self.root.appending(path: "Sources"), includingPropertiesForKeys: nil)
        var words: Set<[UInt8]> = []
        for file in files?.allObjects as? [URL] ?? [] where file.pathExtension == "swift" {
            for word in [UInt8](try Data(contentsOf: file)).split(whereSeparator: { !Self.isLetter($0) }) {
                words.insert(Array(word))
            }
        }
        #expect(words.count > 1000)
        let names = try Self.text(of: "ARCHITECTURE.md").matches(of: /`([A-Za-z]+(?:\.[a-zA-Z]+)*)`/).map {
            String($0.1)
        }
        let folders = try Self.contents(of: "")
        for name in Set(names) where !folders.contains(name) {
            for word in name.split(separator: ".") { #expect(words.contains(Array(word.utf8)), "\(name)") }
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    /// The text of a document without its blocks of code.
    private static func text(of document: String) throws -> String {
        let text = try String(contentsOf: root.appending(path: document), encoding: .utf8)
        return text.components(separatedBy: "\n```").enumerated().filter { $0.offset.isMultiple(of: 2) }
            .map(\.element).joined(separator: "\n")
    }

    private static func contents(of folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path)
    }
}
