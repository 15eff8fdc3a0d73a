import Foundation
import Testing

@Suite("Ignored errors")
struct IgnoredErrorTests {
    private static func lines() throws -> [(place: String, line: Substring, above: Substring)] {
        let folder = Repository.root.appending(path: "Sources")
        return try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".swift") }
            .flatMap { name in
                let lines = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
                    .split(separator: "\n", omittingEmptySubsequences: false).map { $0.drop { $0 == " " } }
                return zip(lines, [""] + lines).enumerated().map { number, pair in
                    ("\(name):\(number + 1)", pair.0, pair.1)
                }
            }
    }

    /// The line above is also the documentation of a function whose body is that one line.
    @Test("have a reason in the line of each `try?`, or in the line above")
    func reasons() throws {
        for (place, line, above) in try Self.lines() where line.contains(/\btry\?/) && !line.hasPrefix("//") {
            #expect(line.contains(" // ") || above.hasPrefix("//"), "\(place): \(line)")
        }
    }

    @Test("have a reason in each `catch` of all errors that does nothing")
    func emptyCatches() throws {
        for (place, line, above) in try Self.lines() {
            #expect(!line.contains("catch {}") || line.contains("catch {}  // "), "\(place): \(line)")
            #expect(!line.hasPrefix("}") || !above.hasSuffix("catch {"), "\(place): \(above)")
        }
    }
}
