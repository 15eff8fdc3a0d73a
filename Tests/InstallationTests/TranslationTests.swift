import FilmgateTestKit
import Foundation
import Testing

@Suite("Translations")
struct TranslationTests {
    @Test("have every message of the window, with its values and its mnemonic")
    func complete() async throws {
        let result = try await run("\(source)/scripts/update-translations", "--check")
        #expect(result.code == 0, "\(result)")
    }
}
