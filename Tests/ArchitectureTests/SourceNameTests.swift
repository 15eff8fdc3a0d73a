import Foundation
import Testing

/// A name says what a thing is, and nothing else has it.
@Suite("Names of files and types")
struct SourceNameTests {
    /// Names that end in -ing and stay, with the reason.
    private static let nouns = [
        "StartCaching": "a method of the contract", "StopCaching": "a method of the contract",
        "AuditFinding": "what a check reports", "RuleFinding": "what a check reports",
        "VerificationFinding": "what a check reports",
        "CaseFolding": "Unicode's term", "StarRating": "XMP's term", "DayHeading": "a line of a list",
    ]

    /// Names that say nothing outside of the type that holds them.
    private static let meaningless: Set = ["Outcome", "Place", "Part", "Running", "Head"]

    /// The log's field has this name from the wire to the database.
    private static let kept: Set = ["Sources/Contract/FilmgateModel/AuditEntry.swift: Outcome"]

    private static let files = (try? SourceFile.all()) ?? []

    @Test("there are files, so that the tests below say something")
    func some() {
        #expect(Self.files.count > 1000)
        #expect(Self.files.flatMap(\.types).count > 2000)
    }

    @Test("no two files have the same name")
    func fileNames() {
        for (name, files) in Dictionary(grouping: Self.files, by: \.name) where files.count > 1 {
            Issue.record("\(name).swift: \(files.map(\.path).sorted())")
        }
    }

    @Test("no two types that other files see have the same name")
    func typeNames() {
        let shared = Self.files.filter { file in
            ["Sources/", "Tests/TestKit/", "Tests/Worlds/"].contains { file.path.hasPrefix($0) }
        }
        let types = shared.flatMap { file in file.types.map { (file.path, $0) } }
            .filter { !$0.1.isNested && !$0.1.isPrivate }
        for (name, found) in Dictionary(grouping: types, by: \.1.name) where found.count > 1 {
            Issue.record("\(name): \(found.map(\.0).sorted())")
        }
    }

    @Test("what acts ends in -er: an -ing is an action, no file and no type")
    func actions() {
        for file in Self.files {
            let topic = file.name.hasSuffix("Tests") ? String(file.name.dropLast("Tests".count)) : file.name
            for name in [topic] + file.types.map(\.name) where name.hasSuffix("ing") && Self.nouns[name] == nil {
                Issue.record("\(file.path): \(name)")
            }
        }
    }

    @Test("every -ing that stays is there")
    func exceptions() {
        let names = Set(Self.files.flatMap { [$0.name, $0.name.replacing("Tests", with: "")] + $0.types.map(\.name) })
        for name in Self.nouns.keys { #expect(names.contains(name), "\(name)") }
    }

    @Test("a nested type says what it is without the type around it")
    func nestedNames() {
        for file in Self.files {
            for type in file.types where type.isNested && Self.meaningless.contains(type.name) {
                let use = "\(file.path): \(type.name)"
                #expect(Self.kept.contains(use), "\(use)")
            }
        }
    }

    @Test("a file that only extends a type is named after the type and the topic: Library+Fetch.swift")
    func extensions() {
        for file in Self.files where file.path.hasPrefix("Sources/") && file.extended.count == 1 {
            for type in file.extended { #expect(file.name.hasPrefix(type + "+"), "\(file.path) extends \(type)") }
        }
    }
}
