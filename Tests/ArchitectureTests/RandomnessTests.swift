import Foundation
import Testing

@Suite("Random choices of tests")
struct RandomnessTests {
    private static let tests = Repository.root.appending(path: "Tests")

    /// What needs names that no other process has, and a program that prints each step before it takes it.
    private static let exempt = [
        "TestKit/Clients/TestClient.swift", "TestKit/InMemoryBus/InMemoryBus.swift",
        "TestKit/Programs/ProcessExit.swift",
        "TestKit/Programs/TerminalWindow.swift", "TestKit/System/SystemWorld.swift", "TestKit/SeededRandom.swift",
        "StoreWriter/",
    ]

    private static func files() throws -> [(name: String, text: String)] {
        try FileManager.default.subpathsOfDirectory(atPath: tests.path)
            .filter { name in
                name.hasSuffix(".swift") && !name.hasPrefix("ArchitectureTests/")
                    && !exempt.contains { name.hasPrefix($0) }
            }
            .map { ($0, try String(contentsOf: tests.appending(path: $0), encoding: .utf8)) }
    }

    @Test("come from generators with a seed")
    func generators() throws {
        for (name, text) in try Self.files() {
            #expect(!text.contains("SystemRandomNumberGenerator"), "\(name)")
            for call in text.matches(of: /\.(?:random\(in:|randomElement\(|shuffled?\()|\bBool\.random\(/) {
                let arguments = Self.arguments(text[call.range.lowerBound...])
                #expect(arguments.contains("using:"), "\(name): \(arguments)")
            }
        }
    }

    @Test("whose seed differs from run to run are in tests that print it")
    func traits() throws {
        for (name, text) in try Self.files() where text.contains("SeededRandom()") {
            #expect(text.contains(".seeded"), "\(name)")
        }
    }

    /// A call up to its closing parenthesis.
    private static func arguments(_ text: Substring) -> Substring {
        var depth = 0
        let end = text.firstIndex { character in
            if character == "(" { depth += 1 } else if character == ")" { depth -= 1 }
            return character == ")" && depth == 0
        }
        return text[..<(end ?? text.endIndex)]
    }
}
