import FilmgateTestKit
import FilmgateTestWorlds
import Testing

@Suite("A batch of changes", .inProcess)
struct BatchTests {
    static let nothing = "00000000-0000-4000-8000-000000000000"

    @Test("puts a new photo into a new album in a new folder, each by its placeholder")
    func placeholders() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let made = try await owner.perform([
                ("create-folder", ["title": "Years", "placeholder": "@years"]),
                ("create-folder", ["title": "2024", "parent": "@years", "placeholder": "@2024"]),
                ("create-album", ["title": "Summer", "parent": "@2024", "placeholder": "@summer"]),
                TestClient.creation(of: .memory(TestPhoto.small().bytes), placeholder: "@photo"),
                TestClient.version("@photo", placeholder: "@version"),
                ("insert-assets", ["album": "@summer", "ids": .texts(["@photo", "@version"]), "index": .uint32(0)]),
                ("move-assets", ["album": "@summer", "ids": .texts(["@version"]), "index": .uint32(0)]),
                ("set-properties", ["id": "@photo", "properties": .options(["favorite": true])]),
                ("rename", ["id": "@years", "title": "By year"]),
            ])
            #expect(made.prefix(5).allSatisfy { !$0.isEmpty } && made.dropFirst(5).allSatisfy(\.isEmpty))
            #expect(try await owner.assets(["album": .variant("s", .text(made[2]))]) == [made[4], made[3]])
            let version = try await owner.properties(of: made[4], "original-asset")
            #expect(version["original-asset"]?.text == made[3])
            #expect(try await owner.properties(of: made[3], "favorite")["favorite"] == .flag(true))
            for id in made.prefix(2) { #expect(try await owner.capabilities("folder", id).contains("rename")) }
            #expect(try await owner.verify().findings == [])
        }
    }

    @Test("names the change that failed, and undoes those before it", .long)
    func atomicity() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(2))
            let made = try await owner.perform([
                ("create-album", ["title": "Album", "placeholder": "@a"]),
                ("add-assets", ["album": "@a", "ids": .texts(photos)]),
                ("create-folder", ["title": "Outer", "placeholder": "@o"]),
                ("create-folder", ["title": "Inner", "parent": "@o"]),
            ])
            let smart = try #require(await owner.smart("favorites")?.text)
            let moment = try #require(await owner.collections("album", ["type": "moment"]).first?["id"]?.text)
            let year = try #require(await owner.collections("folder", ["type": "moment-year"]).first?["id"]?.text)
            let transient = try await owner.transient("Transient", photos)
            let names = [
                "PHOTO": photos[0], "ALBUM": made[0], "OUTER": made[2], "INNER": made[3], "SMART": smart,
                "MOMENT": moment, "YEAR": year, "TRANSIENT": transient,
            ]
            let before = try await owner.everything()
            for (kind, change) in Self.faults {
                let error = try await refusal {
                    try await owner.perform([
                        TestClient.creation(of: .memory(TestPhoto.small().bytes), placeholder: "@p"),
                        ("create-album", ["title": "New", "placeholder": "@n"]),
                        ("remove-assets", ["album": .text(made[0]), "ids": .texts([photos[1]])]),
                        ("rename", ["id": .text(made[0]), "title": "Other"]),
                        (change.0, change.1.mapValues { $0.replacing(names) }),
                    ])
                }
                #expect(error.kind == kind, "\(change): \(error)")
                #expect(error.message.hasPrefix("change 4: "), "\(change): \(error)")
                #expect(try await owner.everything() == before, "\(change)")
            }
            #expect(try await owner.verify().findings == [])
        }
    }

    /// Words in capitals stand for objects that the test has made.
    static let faults: [(String, (String, [String: BusArgument]))] = [
        ("NotFound", ("set-properties", ["id": .text(nothing), "properties": .options([:])])),
        ("NotFound", ("set-properties", ["id": "ALBUM", "properties": .options([:])])),
        ("NotFound", ("delete-assets", ["ids": .texts(["PHOTO", nothing])])),
        ("NotFound", ("restore-assets", ["ids": .texts([nothing])])),
        ("NotFound", ("purge-assets", ["ids": .texts([nothing])])),
        ("InvalidArgument", ("purge-assets", ["ids": .texts(["PHOTO"])])),
        ("InvalidArgument", ("purge-assets", ["ids": .texts(["@p"])])),
        ("NotFound", ("create-album", ["title": "In", "parent": "ALBUM"])),
        ("NotFound", ("create-folder", ["title": "In", "parent": .text(nothing)])),
        ("NotFound", ("rename", ["id": "PHOTO", "title": "Photo"])),
        ("InvalidArgument", ("rename", ["id": "ALBUM", "title": ""])),
        ("NotFound", ("delete-albums", ["ids": .texts(["OUTER"])])),
        ("NotFound", ("delete-folders", ["ids": .texts(["ALBUM"])])),
        ("NotFound", ("add-assets", ["album": "PHOTO", "ids": .texts(["PHOTO"])])),
        ("NotFound", ("add-assets", ["album": "ALBUM", "ids": .texts(["ALBUM"])])),
        ("NotFound", ("insert-assets", ["album": "@p", "ids": .texts(["PHOTO"]), "index": .uint32(0)])),
        ("InvalidArgument", ("insert-assets", ["album": "ALBUM", "ids": .texts(["@p"]), "index": .uint32(2)])),
        ("InvalidArgument", ("insert-assets", ["album": "ALBUM", "ids": .texts(["@p"]), "index": .uint32(.max)])),
        ("InvalidArgument", ("move-assets", ["album": "ALBUM", "ids": .texts(["PHOTO"]), "index": .uint32(1)])),
        ("NotFound", ("remove-assets", ["album": "ALBUM", "ids": .texts([nothing])])),
        ("InvalidArgument", ("add-children", ["folder": "INNER", "ids": .texts(["OUTER"])])),
        ("InvalidArgument", ("add-children", ["folder": "INNER", "ids": .texts(["INNER"])])),
        ("NotFound", ("add-children", ["folder": "INNER", "ids": .texts(["PHOTO"])])),
        ("NotFound", ("add-children", ["folder": "ALBUM", "ids": .texts(["ALBUM"])])),
        ("NotFound", ("remove-children", ["folder": "OUTER", "ids": .texts(["@p"])])),
        ("InvalidArgument", ("rename", ["id": "SMART", "title": "Mine"])),
        ("InvalidArgument", ("rename", ["id": "YEAR", "title": "Mine"])),
        ("InvalidArgument", ("delete-albums", ["ids": .texts(["MOMENT"])])),
        ("InvalidArgument", ("delete-folders", ["ids": .texts(["YEAR"])])),
        ("InvalidArgument", ("add-assets", ["album": "SMART", "ids": .texts(["PHOTO"])])),
        ("InvalidArgument", ("add-assets", ["album": "TRANSIENT", "ids": .texts(["PHOTO"])])),
        ("InvalidArgument", ("add-children", ["folder": "OUTER", "ids": .texts(["ALBUM", "MOMENT"])])),
        ("InvalidArgument", ("create-album", ["title": "In", "parent": "YEAR"])),
        ("NotFound", ("set-properties", ["id": "SMART", "properties": .options([:])])),
        ("InvalidArgument", ("add-assets", ["album": "@later", "ids": .texts(["PHOTO"])])),
        ("InvalidArgument", ("create-album", ["title": "Twice", "placeholder": "@n"])),
        ("InvalidArgument", ("explode", [:])),
    ]

    @Test("in a dry run reports what would fail, and changes nothing otherwise")
    func dryRun() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(2))
            try await owner.grant(
                "flatpak:org.example.App", "full", rights: ["location", "originals", "captions", "metadata", "write"])
            let app = try await world.client(flatpak: "org.example.App")
            let before = try await app.everything()
            let photo = try TestClient.creation(of: .memory(TestPhoto.small().bytes), placeholder: "@p")
            let batch: [(String, [String: BusArgument])] = [
                photo,
                ("create-folder", ["title": "Folder", "placeholder": "@f"]),
                ("create-album", ["title": "Album", "parent": "@f", "placeholder": "@a"]),
                ("add-assets", ["album": "@a", "ids": .texts([photos[0], "@p"])]),
                ("delete-assets", ["ids": .texts(photos)]),
                ("purge-assets", ["ids": .texts([photos[0]])]),
            ]
            let dry: [String: BusArgument] = ["dry-run": true]
            #expect(try await app.perform(batch, options: dry) == Array(repeating: "", count: 6))
            #expect(try await app.everything() == before)
            #expect(try await app.open(photos[0]).size > 0)
            let broken = try TestPhoto.small().truncated
            let content = try await refusal {
                try await app.perform([TestClient.creation(of: .memory(broken.bytes))], options: dry)
            }
            #expect(content.kind == "InvalidContent" && content.message.hasPrefix("change 0: "), "\(content)")
            let index = try await refusal {
                try await app.perform(
                    batch + [("purge-assets", ["ids": .texts(["@p"])])], options: dry)
            }
            #expect(index.kind == "InvalidArgument" && index.message.hasPrefix("change 6: "), "\(index)")
            let option = try await refusal { try await app.perform(batch, options: ["dry_run": true]) }
            #expect(option.kind == "InvalidArgument")
            #expect(try await app.everything() == before)
            #expect(try await owner.verify().findings == [])
            // Refused batches are in the log, dry runs are not.
            let done = try await owner.audit(["client": "flatpak:org.example.App", "outcome": "allowed"])
            #expect(Set(done.map(\.operation)) == ["set-grant", "fetch", "read", "open-resource"], "\(done)")
        }
    }
}

extension BusArgument {
    /// Replaces words, in lists too.
    func replacing(_ names: [String: String]) -> BusArgument {
        switch self {
        case .text(let text): .text(names[text] ?? text)
        case .list(let values): .list(values.map { $0.replacing(names) })
        case .variant(let type, let value): .variant(type, value.replacing(names))
        case .flag, .integer, .unsigned, .number, .table, .bytes, .descriptor: self
        }
    }
}
