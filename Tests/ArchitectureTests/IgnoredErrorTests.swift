import Foundation
import Testing

@Suite("Ignored errors")
struct IgnoredErrorTests {
    /// The folders of `Sources` in which every ignored error has a reason.
    private static let layers = ["Broker", "C", "Contract", "System", "Worker"]

    private static func lines() throws -> [(place: String, line: Substring, above: Substring)] {
        try layers.flatMap { layer in
            let folder = Repository.root.appending(path: "Sources/\(layer)")
            return try FileManager.default.subpathsOfDirectory(atPath: folder.path)
                .filter { $0.hasSuffix(".swift") }
                .flatMap { name in
                    let lines = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
                        .split(separator: "\n", omittingEmptySubsequences: false).map { $0.drop { $0 == " " } }
                    return zip(lines, [""] + lines).enumerated().map { number, pair in
                        ("\(layer)/\(name):\(number + 1)", pair.0, pair.1)
                    }
                }
        }
    }

    /// The line above is also the documentation of a function whose body is that one line.
    @Test("have a reason in the line of each `try?`, or in the line above")
    func reasons() throws {
        for (place, line, above) in try Self.lines() where line.contains("try?") && !line.hasPrefix("//") {
            #expect(line.contains(" // ") || above.hasPrefix("//"), "\(place): \(line)")
        }
    }

    @Test("have a reason in each `catch` of all errors that does nothing")
    func emptyCatches() throws {
        for (place, line, above) in try Self.lines() {
            #expect(!line.contains("catch {}"), "\(place): \(line)")
            #expect(!line.hasPrefix("}") || !above.hasSuffix("catch {"), "\(place): \(above)")
        }
    }
}
