import FilmgateSystem
import Foundation
import Testing

@testable import FilmgateLibraryTools

@Suite("The record of an import that was killed")
struct UnfinishedImportTests {
    @Test("is of use for a day, and only if it says a moment of it")
    func ages() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "filmgate-test-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let folder = try Directory.making(path)
        let start = Date(timeIntervalSince1970: 1_800_000_000)
        func begin(after seconds: Double) throws -> UnfinishedImport {
            try UnfinishedImport(of: [], into: "a library", in: folder, now: start + seconds)
        }
        #expect(try !begin(after: 0).isContinued)
        let next = try begin(after: 86_400)
        #expect(next.isContinued && next.start == start)
        #expect(try !UnfinishedImport(of: [], into: "a different one", in: folder, now: start).isContinued)
        // It is too old, and replaced.
        #expect(try !begin(after: 86_401).isContinued)
        #expect(try begin(after: 86_402).start == start + 86_401)
        for text in ["0", "-9223372036854775808", "9223372036854775807", "1e9", ""] {
            for file in try FileManager.default.contentsOfDirectory(atPath: path) {
                try Data(text.utf8).write(to: URL(filePath: "\(path)/\(file)"))
            }
            #expect(try !begin(after: 1).isContinued, "\(text)")
        }
        try begin(after: 2).finish()
        #expect(try !begin(after: 3).isContinued)
    }
}
