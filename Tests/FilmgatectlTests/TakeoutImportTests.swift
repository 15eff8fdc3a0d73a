import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

@Suite("Importing a Takeout", .inProcess)
struct TakeoutImportTests {
    private static let year = "Takeout/Google Photos/Photos from 2017"
    private static let date = "2017-07-14T02:40:00.000000Z"

    /// A photo without a date.
    private static func photo(_ mark: String) throws -> [UInt8] { try TestPhoto.tagged(["-Comment=\(mark)"]).bytes }

    private static func json(_ title: String, _ more: String = "") -> String {
        #"{"title": "\#(title)", "description": "of \#(title)", "photoTakenTime": {"timestamp": "1500000000"}\#(more)}"#
    }

    private static func resources(_ world: World) async throws -> [[String: String]] {
        var found: [[String: String]] = []
        for asset in try await world.ctl("assets", "list", "--json", "--sort", "filename").objects() {
            let id = try #require(asset["id"] as? String)
            let shown = try await world.ctl("assets", "show", "--json", id).objects()
            let resources = shown.first?["resources"] as? [[String: Any]] ?? []
            found.append(
                Dictionary(resources.map { ($0["type"] as? String ?? "", $0["filename"] as? String ?? "") }) {
                    first, _ in first
                })
        }
        return found
    }

    @Test("edits in any language are edits of their originals, and have their dates")
    func edits() async throws {
        try await withWorld { world in
            let folder = try PhotoFolder("export", in: world)
            let words = ["ha editado", "edytowane", "breytt"]
            for (number, word) in words.enumerated() {
                try folder.write(Self.photo("\(number)"), to: "\(Self.year)/IMG_\(number).jpg")
                try folder.write(Self.photo("edit \(number)"), to: "\(Self.year)/IMG_\(number)-\(word).jpg")
                try folder.write(
                    Self.json("IMG_\(number).jpg"), to: "\(Self.year)/IMG_\(number).jpg.supplemental-metadata.json")
            }
            let run = try await world.ctl("import", "-q", "--json", "--from", "takeout", folder.path)
            let report = try run.object()
            #expect(run.code == 0 && report["assets"] as? Int == 3, "\(run)")
            #expect(
                try await Self.resources(world)
                    == words.enumerated().map { number, word in
                        ["photo": "IMG_\(number).jpg", "full-size-photo": "IMG_\(number)-\(word).jpg"]
                    })
            let rows = try await world.ctl("assets", "list", "--json").objects()
            for row in rows { #expect(row["creation-date"] as? String == Self.date, "\(row)") }
            let again = try await world.ctl("import", "-q", "--json", "--from", "takeout", folder.path).object()
            #expect(again["imported"] as? Int == 0 && again["present"] as? Int == 6, "\(again)")
            #expect(try await world.ctl("verify").code == 0)
        }
    }

    @Test("a word that is not known makes an edit only of a file whose own date and camera are those of the original")
    func words() async throws {
        func tagged(_ mark: String, _ second: Int, camera: String) throws -> [UInt8] {
            try TestPhoto.tagged([
                "-DateTimeOriginal=2017:07:14 04:40:0\(second)", "-Make=Maker", "-Model=\(camera)", "-Comment=\(mark)",
            ]).bytes
        }
        try await withWorld { world in
            let folder = try PhotoFolder("export", in: world)
            let files: [(String, [UInt8])] = [
                ("fam.jpg", try Self.photo("family")), ("fam-dog.jpg", try Self.photo("dog")),
                ("fam-edited.jpg", try Self.photo("edit")), ("sea.jpg", try tagged("sea", 1, camera: "A")),
                ("sea-xyzzy.jpg", try tagged("edit", 1, camera: "A")),
                ("sky.jpg", try tagged("sky", 2, camera: "A")), ("sky-late.jpg", try tagged("late", 3, camera: "A")),
                ("zoo.jpg", try tagged("zoo", 4, camera: "A")), ("zoo-other.jpg", try tagged("other", 4, camera: "B")),
            ]
            for (name, bytes) in files { try folder.write(bytes, to: "\(Self.year)/\(name)") }
            for name in ["fam", "sea", "sky", "zoo"] {
                try folder.write(Self.json("\(name).jpg"), to: "\(Self.year)/\(name).jpg.json")
            }
            let run = try await world.ctl("import", "-q", "--json", "--from", "takeout", folder.path)
            let report = try run.object()
            #expect(run.code == 0 && report["imported"] as? Int == 9 && report["assets"] as? Int == 7, "\(run)")
            let found = try await Self.resources(world)
            for resources in [
                ["photo": "fam.jpg", "full-size-photo": "fam-edited.jpg"], ["photo": "fam-dog.jpg"],
                ["photo": "sea.jpg", "full-size-photo": "sea-xyzzy.jpg"], ["photo": "sky.jpg"],
                ["photo": "sky-late.jpg"], ["photo": "zoo.jpg"], ["photo": "zoo-other.jpg"],
            ] { #expect(found.contains(resources), "\(resources): \(found)") }
            let again = try await world.ctl("import", "-q", "--json", "--from", "takeout", folder.path).object()
            #expect(again["imported"] as? Int == 0, "\(again)")
        }
    }

    @Test("the short video of a motion photo joins it, and a long one with the same name stays a video")
    func motion() async throws {
        try await withWorld { world in
            let folder = try PhotoFolder("export", in: world)
            for name in ["PXL_1.MP.jpg", "IMG_2.jpg"] {
                try folder.write(Self.photo(name), to: "\(Self.year)/\(name)")
                try folder.write(Self.json(name), to: "\(Self.year)/\(name).supplemental-metadata.json")
            }
            try folder.write(Video.small("motion").bytes, to: "\(Self.year)/PXL_1.MP")
            let long = try SampleVideo("64x48", seconds: 20, rate: 5)
            try folder.write(Array(Data(contentsOf: long.file)), to: "\(Self.year)/IMG_2.mp4")
            let run = try await world.ctl("import", "-q", "--json", "--from", "takeout", folder.path)
            let report = try run.object()
            #expect(run.code == 0 && report["imported"] as? Int == 4, "\(run)")
            #expect(
                try await Self.resources(world) == [
                    ["photo": "IMG_2.jpg"], ["video": "IMG_2.mp4"],
                    ["photo": "PXL_1.MP.jpg", "paired-video": "PXL_1.MP"],
                ])
            let again = try await world.ctl("import", "-q", "--json", "--from", "takeout", folder.path).object()
            #expect(again["imported"] as? Int == 0, "\(again)")
            #expect(try await world.ctl("verify").code == 0)
        }
    }

    @Test("a JSON in a different part counts, archived photos come hidden, and both are said")
    func parts() async throws {
        try await withWorld { world in
            let (first, second) = (try PhotoFolder("takeout-001", in: world), try PhotoFolder("takeout-002", in: world))
            try first.write(Self.photo("A"), to: "\(Self.year)/A.jpg")
            try second.write(
                Self.json("A.jpg", #", "archived": true"#), to: "\(Self.year)/A.jpg.supplemental-metadata.json")
            try second.write(Self.json("B.jpg"), to: "\(Self.year)/B.jpg.json")
            let run = try await world.ctl("import", "-q", "--from", "takeout", first.path, second.path)
            #expect(run.output.contains("Hidden, as its file says: 1."), "\(run)")
            #expect(run.errors.contains("B.jpg.json") && run.errors.contains("Name all parts of the Takeout"), "\(run)")
            let rows = try await world.ctl("assets", "list", "--json", "--include-hidden").objects()
            #expect(rows.count == 1 && rows[0]["caption"] as? String == "of A.jpg")
            #expect(rows[0]["creation-date"] as? String == Self.date && rows[0]["hidden"] as? Bool == true)
        }
    }

    @Test(
        "what a killed import left outside the trash goes there with the next one, and earlier photos stay",
        .asProcesses)
    func killed() async throws {
        try await withWorld { world in
            let folder = try PhotoFolder("takeout", in: world)
            let count = 150
            for number in 0..<count {
                let name = "\(Self.year)/P\(number).jpg"
                try folder.write(TestPhoto.small("trashed \(number)").bytes, to: name)
                try folder.write(Self.json("P\(number).jpg", #", "trashed": true"#), to: name + ".json")
            }
            let earlier = try await world.owner.add(TestPhoto.small("trashed 0"))
            let home = "\(world.folder)/home"
            let command = ["import", "-q", "--json", "--from", "takeout", folder.path]
            func start() throws -> Program {
                try world.start([BuiltProgram.path("filmgatectl")] + command, environment: ["HOME": home])
            }
            let tool = try start()
            while try await world.owner.assets().count < 2 { try #require(!tool.hasEnded) }
            tool.kill()
            _ = await tool.result()
            // Otherwise the broker may still add what the tool had sent.
            try await world.killBroker()
            try await world.startBroker()
            #expect(try await world.ctl("trash", "list", "--ids").lines.isEmpty, "it was killed too late")
            let second = try await start().result()
            let report = try second.object()
            #expect((report["moved-to-trash"] as? [String])?.count == count - 1, "\(report)")
            #expect((report["kept-out-of-trash"] as? [String])?.count == 1, "\(report)")
            #expect(try await world.owner.assets() == [earlier])
            let records = "\(home)/.local/state/filmgate/imports"
            #expect(try FileManager.default.contentsOfDirectory(atPath: records).isEmpty)
            // Once an import has finished, a restored photo stays.
            #expect(try await world.ctl("undo").code == 0)
            let third = try await start().result()
            #expect(try third.object()["moved-to-trash"] as? [String] == [])
            #expect(try await world.owner.assets().count == count)
        }
    }
}
