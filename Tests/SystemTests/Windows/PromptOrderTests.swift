import FilmgateTestKit
import Foundation
import Testing

/// Windows of questions come, go and look as they should.
@Suite("Windows of questions")
struct PromptOrderTests {
    @Test("come one at a time, and close with their app")
    func oneByOne() async throws {
        try await withQuestion { display, first, _ in
            let second = try await display.world.client(flatpak: "org.example.Second")
            let request = try await second.requestAccess()
            // That nothing appears takes a while.
            try await Task.sleep(for: .milliseconds(900))
            #expect(try await !display.tree().contains("org.example.Second"))
            try await first.disconnect()
            try await display.shows("label", "flatpak:org.example.Second")
            #expect(try await !display.tree().contains("org.example.Frame"))
            try await display.offers("push button", "Not Now")
            try await display.type("Escape")
            #expect(try await second.response(to: request).status == "not-determined")
        }
    }

    @Test("belong to the window of the app that asks, if it names one", arguments: ["x11:", "x11:0x"])
    func parent(prefix: String) async throws {
        try await withWorld(TerminalAgentTests.settings) { world in
            try await world.addPhotos(3)
            let display = try await Display(in: world)
            // Any window will do for the app's.
            try await display.startLibrary()
            let parent = try await display.window("Filmgate")
            try await display.startAgent()
            let app = try await world.client(flatpak: "org.example.Frame")
            let handle = prefix + String(try #require(Int(parent)), radix: 16)
            let request = try await app.requestAccess("read-write", ["parent-window": .text(handle)])
            let question = try await display.window("Access to photos")
            #expect(try await display.parent(of: question) == parent)
            try await display.offers("push button", "Not Now")
            try await display.type("Escape")
            #expect(try await app.response(to: request).status == "not-determined")
            for wrong in ["x11:ffffffffffffffffff", "x11:", "x11:1", "wayland:", "\u{202E}"] {
                // A handle that names no window is no reason not to ask.
                let other = try await world.client(flatpak: "org.example.Other\(wrong.count)")
                guard (try? await other.requestAccess("read-write", ["parent-window": .text(wrong)])) != nil else {
                    continue
                }
                try await display.offers("push button", "Not Now")
                try await display.type("Escape")
                try await display.showsNo("push button", "Not Now")
            }
        }
    }

    @Test("an edit is shown before and after, and made only if the person says so")
    func edit() async throws {
        try await withWorld(TerminalAgentTests.settings) { world in
            let file = "\(world.folder)/plain.jpg"
            _ = try ChildProcess.run(
                [
                    "ffmpeg", "-nostdin", "-loglevel", "error", "-f", "lavfi", "-i", "color=c=0xFF00AA:size=320x240",
                    "-frames:v", "1", file,
                ])
            let plain = try TestPhoto(contentsOf: file)
            let ids = try await world.addPhotos(2)
            try await world.owner.grant("flatpak:org.example.Frame", "full")
            let display = try await Display(in: world)
            try await display.startAgent()
            let app = try await world.client(flatpak: "org.example.Frame")
            for answer in ["No", "Change Photos"] {
                let edit = Task { try await app.edit(ids[0], as: plain, interactive: true) }
                try await display.offers("push button", "Change Photos")
                // The first focus changes nothing.
                try await eventually { try await display.tree().contains("push button 'No' focused") }
                let tree = try await display.tree()
                #expect(tree.contains("label 'org.example.Frame is about to replace the content of 1 photo'"))
                #expect(tree.contains("'Before'") && tree.contains("'After'"), "\(tree)")
                try await eventually { try display.pixels(red: 0xFF, green: 0, blue: 0xAA) > 5000 }
                try await display.click("push button", answer)
                let result = await edit.result
                #expect((try? result.get()) != nil || answer == "No")
                let isEdited = try await world.owner.properties(of: ids[0], "has-adjustments")["has-adjustments"]
                #expect(isEdited == .flag(answer != "No"))
            }
        }
    }

    /// What makes a window larger, or turns it round.
    static let variables: [[String: String]] = [
        ["LANGUAGE": "ar"], ["GDK_SCALE": "2"], ["font": "Sans 22"], ["ADW_DEBUG_HIGH_CONTRAST": "1"],
    ]

    @Test(
        "every answer is on the screen from right to left, at 200 %, with large text and in high contrast",
        arguments: variables)
    func looks(_ look: [String: String]) async throws {
        let options: [String: BusArgument] = ["purpose": .text(String(repeating: "Words of the app. ", count: 30))]
        try await withQuestion(
            photos: 8, options, variables: look.filter { $0.key != "font" },
            prepare: { world, _ in
                let folder = "\(world.folder)/.config/gtk-4.0"
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
                let settings = look["font"].map { "[Settings]\ngtk-font-name=\($0)\n" } ?? ""
                try Data(settings.utf8).write(to: URL(filePath: "\(folder)/settings.ini"))
            }
        ) { display, app, request in
            let scale = look["GDK_SCALE"].flatMap { Int($0) } ?? 1
            var places: [String: [Int]] = [:]
            for name in ["Select Photos", "Allow All Photos", "Only Photos It Adds", "Not Now", "Never"] {
                let place = try await display.place("push button", name)
                places[name] = place
                #expect(
                    (0..<1280 / scale).contains(place[0]) && (0..<1000 / scale).contains(place[1]), "\(name): \(place)")
            }
            let isMirrored = look["LANGUAGE"] == "ar"
            let notNow = try #require(places["Not Now"])
            let never = try #require(places["Never"])
            #expect((notNow[0] > never[0]) == isMirrored)
            try await display.type("shift+Tab", "shift+Tab", "Return")
            #expect(try await app.response(to: request).status == "authorized")
        }
    }
}
