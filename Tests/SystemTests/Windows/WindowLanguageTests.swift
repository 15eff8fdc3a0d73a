import FilmgateTestKit
import Foundation
import Testing

@Suite("Windows in the person's language")
struct WindowLanguageTests {
    @Test("no text of an interface description stays English", arguments: ["de", "ja"])
    func translated(_ language: String) async throws {
        let translations = try Self.translations(language)
        #expect(translations.count > 80)
        try await withWorld(TerminalAgentTests.settings) { world in
            try await world.addPhotos(3)
            try await world.owner.grant("flatpak:org.example.Other", "full")
            let display = try await Display(in: world, try await LanguageTests.environment(language, in: world))
            try await display.startAgent()
            let app = try await world.client(flatpak: "org.example.Frame")
            _ = try await app.requestAccess()
            try await display.offers("push button", try #require(translations["Not Now"]))
            let prompt = try await display.tree()
            try await display.type("Escape")
            try await display.startLibrary("--app", "flatpak:org.example.Other")
            try await display.shows("push button", try #require(translations["Deny Access"]))
            let library = try await display.tree()
            for (english, translation) in translations where english != translation {
                for tree in [prompt, library] { #expect(!tree.contains("'\(english)'"), "\(english) in \(tree)") }
            }
        }
    }

    /// The texts of interface descriptions, without the marks of mnemonics.
    private static func translations(_ language: String) throws -> [String: String] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: root.appending(path: "po/\(language).po"), encoding: .utf8)
        var translations: [String: String] = [:]
        for entry in text.components(separatedBy: "\n\n") where entry.contains(".ui\n") || entry.contains(".ui ") {
            let lines = entry.split(separator: "\n")
            guard let id = lines.first(where: { $0.hasPrefix("msgid \"") }),
                let translation = lines.first(where: { $0.hasPrefix("msgstr \"") })
            else { continue }
            translations[words(id.dropFirst(7))] = words(translation.dropFirst(8))
        }
        return translations
    }

    private static func words(_ quoted: Substring) -> String {
        // In Japanese the mnemonic is behind the text, in parentheses; the label that screen readers get has it, too.
        String(quoted.dropLast().replacing("_", with: "").replacing("\\\"", with: "\""))
    }
}
