import FilmgateTestKit
import FilmgateText
import Foundation
import Testing

@testable import FilmgateTool

@Suite("Translations")
struct TranslationTests {
    @Test("have every message of the sources, with its values and its mnemonic")
    func complete() async throws {
        let result = try await run("\(source)/scripts/update-translations", "--check")
        #expect(result.code == 0, "\(result)")
    }

    @Test("have all help of the tool")
    func help() throws {
        let template = try String(contentsOfFile: "\(source)/po/filmgate.pot", encoding: .utf8)
        let messages = Set(template.matches(of: /msgid "(.*)"\n/).map { String($0.1) })
        for command in Command.all {
            let texts =
                ([command.summary] + command.details).flatMap(\.messages) + command.allOptions.map(\.help)
                + command.operands.map(\.help) + command.examples.map(\.meaning)
            for text in texts + [Option.version.help] {
                let written = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
                #expect(messages.contains(written), "\(command.name): \(text)")
            }
        }
    }
}
