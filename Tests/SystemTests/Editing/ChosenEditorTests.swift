import FilmgateTestKit
import Foundation
import Testing

/// `filmgatectl assets edit-with` and editors in sandboxes, which the bus starts.
@Suite("A chosen editor")
struct ChosenEditorTests {
    private static let editor = "org.example.Editor"

    private static func ctl(
        _ arguments: String..., in world: World, _ editors: EditorInstallation
    ) async throws -> RunResult {
        try await world.start(
            [BuiltProgram.path("filmgatectl")] + arguments, environment: editors.environment
        ).result()
    }

    private static func isEdited(_ photo: String, in world: World) async throws -> Bool? {
        try await world.owner.properties(of: photo, "has-adjustments")["has-adjustments"]?.flag
    }

    @Test("is started in its sandbox, edits one photo without access to others, and every app sees the result at once")
    func edits() async throws {
        let editors = try EditorInstallation()
        let render = try TestPhoto.small()
        try editors.install(Self.editor, handingIn: render)
        try await withWorld(editors.settings) { world in
            let photo = try await world.owner.add(.memory(TestPhoto.large().bytes), filename: "IMG_1.jpg")
            try await world.owner.grant("flatpak:org.example.Viewer", "full")
            let viewer = try await world.client(flatpak: "org.example.Viewer")
            _ = try await viewer.subscribe()
            let listed = try await Self.ctl("editors", in: world, editors)
            #expect(listed.lines.last?.split(separator: " ") == ["org.example.Editor", "Editor", "image"], "\(listed)")

            let result = try await Self.ctl("assets", "edit-with", Self.editor, "IMG_1.jpg", in: world, editors)
            #expect(result.code == 0 && result.lines == ["The asset is open in Editor."], "\(result)")
            let changes = try await viewer.nextChanges()
            #expect(changes["content-updated"] == [photo])
            #expect(try await viewer.properties(of: photo, "pixel-width")["pixel-width"]?.integer == 320)
            #expect(
                try await viewer.properties(of: photo, "adjustment-format")["adjustment-format"]?.text
                    == "org.example.Editor")
            try await eventually { editors.lines(of: Self.editor).count == 4 }
            let lines = editors.lines(of: Self.editor)
            #expect(lines[1...] == ["taken", "finished", "org.filmgate.Error.AccessDenied"])

            // The ticket is of no use to another app, nor to the editor itself.
            for name in ["org.example.Thief", Self.editor] {
                let thief = try await world.client(flatpak: name)
                #expect(try await refusal { try await thief.takeUp(lines[0]) }.kind == "AccessDenied")
            }
            let reverted = try await Self.ctl("assets", "revert", "IMG_1.jpg", in: world, editors)
            #expect(reverted.code == 0, "\(reverted)")
            #expect(try await viewer.properties(of: photo, "pixel-width")["pixel-width"]?.integer == 1600)
            #expect(try await world.owner.verify().findings.isEmpty)
        }
    }

    @Test("gets nothing if its sandbox is that of a different app than its desktop file says")
    func impostor() async throws {
        let editors = try EditorInstallation()
        try editors.install(Self.editor, of: "org.example.Impostor", handingIn: TestPhoto.small())
        try await withWorld(editors.settings) { world in
            let photo = try await world.owner.add(TestPhoto.small())
            try await world.owner.grant(
                "flatpak:org.example.Impostor", "full", rights: ["originals", "write", "manage"])
            let result = try await Self.ctl("assets", "edit-with", Self.editor, photo, in: world, editors)
            #expect(result.code == 69 && result.errors.contains("Editor did not open the asset"), "\(result)")
            #expect(editors.lines(of: Self.editor).dropFirst() == ["org.filmgate.Error.AccessDenied"])
            #expect(try await Self.isEdited(photo, in: world) == false)
        }
    }

    @Test("that dies, or keeps the photo, changes nothing, and can be chosen again")
    func dies() async throws {
        let editors = try EditorInstallation()
        try editors.install(Self.editor, handingIn: TestPhoto.small(), habit: "die")
        try editors.install("org.example.Waiting", handingIn: TestPhoto.small(), habit: "wait")
        try await withWorld(editors.settings) { world in
            let photo = try await world.owner.add(TestPhoto.small())
            for name in [Self.editor, Self.editor, "org.example.Waiting"] {
                let result = try await Self.ctl("assets", "edit-with", name, photo, in: world, editors)
                // The answer of an editor that dies can be lost with it.
                let isLost = name == Self.editor && result.errors.contains("Editor did not open the asset")
                #expect(result.code == 0 || isLost, "\(result)")
                // The bus starts an editor that has died only once it is gone.
                if name == Self.editor {
                    try await eventually {
                        try await !world.owner.clients().contains { $0["client"]?.text == "flatpak:\(name)" }
                    }
                }
            }
            #expect(editors.lines(of: Self.editor).filter { $0 == "taken" }.count == 2)
            #expect(try await Self.isEdited(photo, in: world) == false)
            #expect(try await world.owner.verify().findings.isEmpty)
        }
    }

    @Test("that cannot be had is refused with a sentence that says what to do")
    func mistakes() async throws {
        let editors = try EditorInstallation()
        try editors.install(Self.editor, handingIn: TestPhoto.small())
        try editors.install("org.example.Absent", named: "Absent", editing: "image;video;", running: nil)
        try editors.install("org.example.Broken", named: "Broken", editing: "image;", running: ["/bin/false"])
        try await withWorld(editors.settings) { world in
            let photo = try await world.owner.add(TestPhoto.small())
            let video = try await world.owner.add(Video.small())
            for (words, code, message, advice) in [
                (["org.example.None", photo], 66, "No editor 'org.example.None' is installed.", "filmgatectl editors"),
                ([Self.editor, video], 64, "Editor does not edit videos.", "filmgatectl editors"),
                (["org.example.Absent", photo], 69, "has no service file", "Start Absent yourself"),
                (["org.example.Broken", photo], 69, "could not start org.example.Broken", "install it anew"),
                ([Self.editor, "none.jpg"], 66, "none.jpg", "filmgatectl"),
                ([Self.editor], 64, "ID is missing", "--help"),
            ] as [([String], Int32, String, String)] {
                let result = try await world.start(
                    [BuiltProgram.path("filmgatectl"), "assets", "edit-with"] + words, environment: editors.environment
                ).result()
                #expect(result.code == code, "\(words): \(result)")
                #expect(result.errors.contains(message) && result.errors.contains(advice), "\(words): \(result)")
            }
            let bus = try await world.start(
                [BuiltProgram.path("filmgatectl"), "assets", "edit-with", Self.editor, photo],
                environment: editors.environment.merging(["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"]) { $1 }
            ).result()
            #expect(bus.code == 69 && bus.errors.contains("DBUS_SESSION_BUS_ADDRESS"), "\(bus)")
            try world.writePolicy("[flatpak:\(Self.editor)]\nrights=none\n")
            try await world.reloadPolicy()
            let forbidden = try await Self.ctl("assets", "edit-with", Self.editor, photo, in: world, editors)
            #expect(forbidden.code == 77, "\(forbidden)")
            #expect(editors.lines(of: Self.editor).isEmpty)
            #expect(try await Self.isEdited(photo, in: world) == false)
        }
    }
}
