import FilmgateTestKit
import FilmgateTestWorlds
import Testing

@Suite("filmgatectl undo", .inProcess)
struct UndoCommandTests {
    @Test("a person who let an app spoil forty titles takes that back, and after a wrong undo takes back the undo")
    func forty() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            var photos: [String] = []
            // A message has 16 descriptors at most.
            for _ in 0..<4 { photos += try await owner.add(TestPhoto.several(10)) }
            for photo in photos { try await owner.set(["title": .text("Mine \(photo)")], of: photo) }
            let client = "flatpak:org.example.App"
            try await owner.grant(client, "full", rights: ["captions", "write"])
            let app = try await world.client(flatpak: "org.example.App")
            for photo in photos { try await app.set(["title": "spoilt"], of: photo) }
            func expect(isSpoilt: Bool) async throws {
                for photo in photos {
                    let title = try await owner.properties(of: photo, "title")["title"]?.text
                    #expect(title == (isSpoilt ? "spoilt" : "Mine \(photo)"))
                }
            }
            let done = try await world.ctl("undo", "--client", client, "--since", "2h")
            #expect(done.code == 0 && done.errors.contains("40 things were taken back"), "\(done)")
            try await expect(isSpoilt: false)
            #expect(try await world.ctl("undo").code == 0)
            try await expect(isSpoilt: true)
            #expect(try await world.ctl("undo").code == 0)
            try await expect(isSpoilt: false)
        }
    }

    @Test("takes back what an app changed, lists what stays, and takes back one's own last change")
    func undo() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(2))
            let before = try await owner.properties(of: photos[0], "title")["title"]
            let client = "flatpak:org.example.App"
            try await owner.grant(client, "full", rights: ["captions", "write"])
            let app = try await world.client(flatpak: "org.example.App")
            for photo in photos { try await app.set(["title": "spoilt"], of: photo) }
            try await owner.set(["title": "mine"], of: photos[1])
            let tried = try await world.ctl("undo", "--client", client, "--since", "2h", "--dry-run")
            #expect(tried.code == 0 && tried.errors.contains("1 thing would be taken back"), "\(tried)")
            #expect(tried.output.contains(photos[0]) && tried.output.contains("WOULD CHANGE"), "\(tried)")
            #expect(try await owner.properties(of: photos[0], "title")["title"]?.text == "spoilt")
            let done = try await world.ctl("undo", "--client", client, "--since", "2h", "--json")
            #expect(done.output.contains("\"undone\" : 1") && done.output.contains(photos[1]), "\(done)")
            #expect(try await owner.properties(of: photos[0], "title")["title"] == before)
            #expect(try await owner.properties(of: photos[1], "title")["title"]?.text == "mine")
            try await owner.set(["title": "worse"], of: photos[1])
            #expect(try await world.ctl("undo").code == 0)
            #expect(try await owner.properties(of: photos[1], "title")["title"]?.text == "mine")
        }
    }

    @Test("takes back an import, which is many changes, by a time, and brings it back")
    func imported() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let folder = try PhotoFolder("Photos", in: world)
            for name in ["a", "b", "c"] { try folder.write(TestPhoto.small(name).bytes, to: "\(name).jpg") }
            #expect(try await world.ctl("import", "-q", "--album", "New/2019", folder.path).code == 0)
            func expect(exists: Bool) async throws {
                #expect(try await owner.assets().count == (exists ? 3 : 0))
                #expect(
                    try await world.ctl("albums", "list", "--json").objects().contains {
                        $0["title"] as? String == "2019"
                    } == exists)
                #expect(try await world.ctl("trash", "list", "--json").objects().count == (exists ? 0 : 3))
            }
            try await expect(exists: true)
            let done = try await world.ctl("undo", "--since", "1h")
            #expect(done.code == 0, "\(done)")
            try await expect(exists: false)
            #expect(try await world.ctl("undo").code == 0)
            try await expect(exists: true)
            let early = try await world.ctl("undo", "--until", "1h")
            #expect(early.code == 0 && early.errors.contains("0 things were taken back"), "\(early)")
            try await expect(exists: true)
        }
    }
}
