import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

@Suite("Copies of a photo beside it", .inProcess)
struct CopyImportTests {
    private static func photo(_ mark: String, _ date: String = "2019:06:09 12:57:32") throws -> [UInt8] {
        try TestPhoto.tagged(["-DateTimeOriginal=\(date)", "-Comment=\(mark)"]).bytes
    }

    private static func resources(_ world: World) async throws -> [Set<String>] {
        var found: [Set<String>] = []
        for asset in try await world.ctl("assets", "list", "--json", "--sort", "filename").objects() {
            let shown = try await world.ctl("assets", "show", "--json", asset["id"] as? String ?? "").objects()
            let resources = shown.first?["resources"] as? [[String: Any]] ?? []
            found.append(Set(resources.map { "\($0["type"] ?? "") \($0["filename"] ?? "")" }))
        }
        return found
    }

    @Test(
        "do not take the place of the original, to which the edit and its data belong",
        arguments: ["IMG_4120 (1).JPG", "IMG_4120 copy.JPG", "Copy of IMG_4120.JPG", "IMG_4120(1) (2).JPG"])
    func edit(_ copy: String) async throws {
        try await withWorld { world in
            let folder = try PhotoFolder("card", in: world)
            let original = try Self.photo("original")
            for name in [copy, "IMG_4120.JPG"] { try folder.write(original, to: name) }
            try folder.write(Self.photo("edit"), to: "IMG_E4120.JPG")
            try folder.write("<plist/>", to: "IMG_4120.AAE")
            let expected: [Set<String>] = [
                ["photo IMG_4120.JPG", "full-size-photo IMG_E4120.JPG", "adjustment-data IMG_4120.AAE"]
            ]
            let preview = try await world.ctl("import", "--dry-run", "--json", folder.path).object()
            #expect(preview["duplicate-files"] as? [String] == ["\(folder.path)/\(copy)"], "\(preview)")
            let run = try await world.ctl("import", "-q", "--json", folder.path)
            #expect(try run.object()["duplicate-files"] as? [String] == ["\(folder.path)/\(copy)"], "\(run)")
            #expect(try await Self.resources(world) == expected)
            let again = try await world.ctl("import", "-q", "--json", folder.path).object()
            #expect(again["imported"] as? Int == 0 && again["present"] as? Int == 3, "\(again)")
            #expect(try await Self.resources(world) == expected)
            #expect(try await world.ctl("verify").code == 0)
        }
    }

    @Test("with edits of their own become one asset with the original, and different photos stay apart")
    func several() async throws {
        try await withWorld { world in
            let folder = try PhotoFolder("card", in: world)
            for name in ["IMG_1 (1).JPG", "IMG_1.JPG"] { try folder.write(Self.photo("original"), to: name) }
            for name in ["IMG_E1 (1).JPG", "IMG_E1.JPG"] { try folder.write(Self.photo("edit"), to: name) }
            // As long as the other, and a photo of its own.
            try folder.write(Self.photo("one", "2019:06:10 12:00:00"), to: "IMG_2.JPG")
            try folder.write(Self.photo("two", "2019:06:11 12:00:00"), to: "IMG_2 (1).JPG")
            #expect(try await world.ctl("import", "-q", folder.path).code == 0)
            #expect(
                try await Self.resources(world) == [
                    ["photo IMG_1.JPG", "full-size-photo IMG_E1.JPG"], ["photo IMG_2 (1).JPG"], ["photo IMG_2.JPG"],
                ])
            #expect(try await world.ctl("verify").code == 0)
        }
    }

    @Test("an edit that is as long as its original is no duplicate")
    func length() async throws {
        try await withWorld { world in
            let folder = try PhotoFolder("card", in: world)
            let (original, edit) = (try Self.photo("one"), try Self.photo("two"))
            try #require(original.count == edit.count)
            try folder.write(original, to: "beach.jpg")
            try folder.write(edit, to: "beach-edited.jpg")
            let report = try await world.ctl("import", "-q", "--json", folder.path).object()
            #expect(report["imported"] as? Int == 2 && report["duplicates"] as? Int == 0, "\(report)")
            #expect(report["assets"] as? Int == 1, "\(report)")
        }
    }

    @Test("a sidecar that was changed and is as long as before is reported")
    func sidecar() async throws {
        func packet(_ rating: Int) -> String {
            """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="\(rating)"/></rdf:RDF></x:xmpmeta>
            """
        }
        try await withWorld { world in
            let folder = try PhotoFolder("card", in: world)
            try folder.add(1)
            try folder.write(packet(3), to: "photo-0001.xmp")
            #expect(try await world.ctl("import", "-q", folder.path).code == 0)
            #expect(try await world.ctl("import", "-q", folder.path).code == 0)
            try folder.write(packet(4), to: "photo-0001.xmp")
            let run = try await world.ctl("import", "-q", "--json", folder.path)
            let failed = try run.object()["failed"] as? [[String: String]] ?? []
            #expect(run.code == 65 && failed.map { $0["path"] } == ["\(folder.path)/photo-0001.xmp"], "\(run)")
        }
    }
}
