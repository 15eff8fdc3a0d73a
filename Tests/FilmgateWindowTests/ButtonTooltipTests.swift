import Foundation
import Testing

@Suite("Buttons with only an icon")
struct ButtonTooltipTests {
    @Test("have a tooltip, which also names them for screen readers")
    func tooltips() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/Programs/filmgate-window/Resources")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".ui") }
        var count = 0
        for name in names {
            let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
            for button in text.split(separator: /<object class="Gtk(?:Toggle|Menu)?Button"/).dropFirst() {
                // The button's own properties come before those of its child or its popover.
                let properties = button.split(separator: /<object |<\/object>/).first ?? ""
                // The program names the stars.
                guard properties.contains("\"icon-name\""), !properties.contains("\"rating-") else { continue }
                count += 1
                #expect(properties.contains("\"tooltip-text\""), "\(name): \(properties)")
            }
        }
        #expect(count > 30)
    }
}
