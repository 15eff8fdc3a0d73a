import Foundation
import Testing

@Suite("The names of actions")
struct ActionNameTests {
    @Test("that interface descriptions use are those of actions that the program adds")
    func names() throws {
        let program = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/Programs/filmgate-window")
        func text(_ ending: String) throws -> String {
            let paths = try FileManager.default.subpathsOfDirectory(atPath: program.path)
            return try paths.filter { $0.hasSuffix(ending) }
                .map { try String(contentsOf: program.appending(path: $0), encoding: .utf8) }.joined()
        }
        let (descriptions, sources) = (try text(".ui"), try text(".swift"))
        let prefixes = Set(sources.matches(of: /ActionGroup\(\s*"([a-z]+)"/).map(\.1))
        let names = descriptions.matches(of: /"action(?:-name)?">([a-z]+)\.([a-z-]+)</)
        #expect(names.count > 30)
        for name in names {
            #expect(prefixes.contains(name.1) && sources.contains("\"\(name.2)\""), "\(name.0)")
        }
    }
}
