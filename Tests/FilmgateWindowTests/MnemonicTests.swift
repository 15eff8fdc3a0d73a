import Foundation
import FoundationXML
import Testing

@Suite("Mnemonics")
struct MnemonicTests {
    @Test("are used once in each window, popover and menu")
    func unique() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/Programs/filmgate-window/Resources")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".ui") }
        let label = "*[@translatable and contains(text(), '_')]"
        var count = 0
        for name in names {
            let file = try XMLDocument(contentsOf: folder.appending(path: name))
            let parts = try file.nodes(forXPath: "//object[@class='GtkPopover'] | //menu").count
            let paths =
                ["//\(label)[not(ancestor::menu or ancestor::object[@class='GtkPopover'])]"]
                + (0..<parts).map { "(//object[@class='GtkPopover'] | //menu)[\($0 + 1)]//\(label)" }
            for path in paths {
                var labels: [Substring: String] = [:]
                for text in try file.nodes(forXPath: path).compactMap(\.stringValue) {
                    let key = (text.lowercased().split(separator: "_", maxSplits: 1).last ?? "").prefix(1)
                    if let other = labels.updateValue(text, forKey: key) { Issue.record("\(name): \(other), \(text)") }
                    count += 1
                }
            }
        }
        #expect(count > 30)
    }
}
