import FilmgateTestKit
import FilmgateTestWorlds
import Testing

/// The changes in the table of access, at each level, for sandboxed clients.
@Suite("Each change at each level", .inProcess)
struct ChangeLevelTests {
    static let client = "flatpak:org.example.App"

    /// A change, with words in capitals for objects, and its errors for a client with limited access and for one with
    /// full access. Nil if it succeeds.
    static let rows: [(String, [String: BusArgument], limited: String?, full: String?)] = [
        ("set-properties", ["id": "SEEN", "properties": .options([:])], nil, nil),
        ("set-properties", ["id": "UNSEEN", "properties": .options([:])], "NotFound", nil),
        ("set-properties", ["id": "TRASHED", "properties": .options([:])], "NotFound", nil),
        ("delete-assets", ["ids": .texts(["SEEN"])], asks, asks),
        ("delete-assets", ["ids": .texts(["SEEN", "UNSEEN"])], "NotFound", asks),
        ("delete-assets", ["ids": .texts([])], nil, nil),
        ("restore-assets", ["ids": .texts(["SEEN"])], nil, nil),
        ("restore-assets", ["ids": .texts(["UNSEEN"])], "NotFound", nil),
        ("restore-assets", ["ids": .texts(["TRASHED"])], "NotFound", nil),
        ("purge-assets", ["ids": .texts(["SEEN"])], "InvalidArgument", "InvalidArgument"),
        ("purge-assets", ["ids": .texts(["TRASHED"])], "NotFound", asks),
        ("create-album", ["title": "Album"], "AccessDenied", nil),
        ("create-album", ["title": "Album", "parent": "FOLDER"], "AccessDenied", nil),
        ("create-album", ["title": "Album", "where": "favorite"], "AccessDenied", nil),
        ("create-folder", ["title": "Folder"], "AccessDenied", nil),
        ("set-rule", ["album": "ALBUM", "where": "favorite"], "NotFound", "InvalidArgument"),
        ("move-children", ["folder": "", "ids": .texts(["ALBUM"]), "index": .uint32(0)], "NotFound", nil),
        ("rename", ["id": "ALBUM", "title": "Other"], "NotFound", nil),
        ("rename", ["id": "FOLDER", "title": "Other"], "NotFound", nil),
        ("add-assets", ["album": "ALBUM", "ids": .texts(["SEEN"])], "NotFound", nil),
        ("insert-assets", ["album": "ALBUM", "ids": .texts(["UNSEEN"]), "index": .uint32(0)], "NotFound", nil),
        ("move-assets", ["album": "ALBUM", "ids": .texts(["SEEN"]), "index": .uint32(0)], "NotFound", nil),
        ("remove-assets", ["album": "ALBUM", "ids": .texts(["SEEN"])], "NotFound", nil),
        ("add-children", ["folder": "FOLDER", "ids": .texts(["ALBUM"])], "NotFound", nil),
        ("remove-children", ["folder": "FOLDER", "ids": .texts(["ALBUM"])], "NotFound", nil),
        ("delete-albums", ["ids": .texts(["ALBUM"])], "NotFound", nil),
        ("delete-folders", ["ids": .texts(["FOLDER"])], "NotFound", nil),
    ]
    private static let asks = "InteractiveAuthorizationRequired"

    @Test("gets the answer of the table of access, and changes nothing if it is refused", .long)
    func levels() async throws {
        try await withWorld(WorldSettings(policy: "[flatpak:org.example.Nobody]\nhighest=none\n")) { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(3))
            let app = try await world.client(flatpak: "org.example.App")
            let nobody = try await world.client(flatpak: "org.example.Nobody")
            for (level, answer) in [
                ("undetermined", "NotDetermined"), ("none", "AccessDenied"), ("add-only", "AccessDenied"),
            ] {
                if level != "undetermined" { try await owner.grant(Self.client, level) }
                let answers = try await Self.answers(to: app, world, photos)
                #expect(answers == Self.rows.map { _ in answer }, "\(level)")
                let creates = try await AccessTable.kind { try await app.add(TestPhoto.small()) }
                #expect(creates == (level == "add-only" ? nil : answer))
                let version = try await AccessTable.kind { try await app.perform(TestClient.version(photos[0])) }
                #expect(version == (level == "add-only" ? "NotFound" : answer), "an original that it may not see")
            }
            #expect(try await Self.answers(to: nobody, world, photos) == Self.rows.map { _ in "Restricted" })
            try await owner.grant(Self.client, "limited", selection: [photos[0], photos[2]])
            #expect(try await Self.answers(to: app, world, photos) == Self.rows.map(\.limited))
            #expect(try await AccessTable.kind { try await app.perform(TestClient.version(photos[0])) } == nil)
            #expect(try await AccessTable.kind { try await app.perform(TestClient.version(photos[1])) } == "NotFound")
            try await owner.grant(Self.client, "full")
            #expect(try await Self.answers(to: app, world, photos) == Self.rows.map(\.full))
            #expect(try await owner.verify().findings == [])
        }
    }

    /// Returns each row's answer, in a library that is restored before each client.
    private static func answers(to client: TestClient, _ world: World, _ photos: [String]) async throws -> [String?] {
        let owner = try await world.owner
        let made = try await owner.perform([
            ("delete-assets", ["ids": .texts([photos[2]])]), ("create-album", ["title": "Album"]),
            ("create-folder", ["title": "Folder"]),
        ])
        let names = [
            "SEEN": photos[0], "UNSEEN": photos[1], "TRASHED": photos[2], "ALBUM": made[1], "FOLDER": made[2],
        ]
        var answers: [String?] = []
        for row in Self.rows {
            let before = try await owner.everything()
            let answer = try await AccessTable.kind {
                try await client.perform((row.0, row.1.mapValues { $0.replacing(names) }))
            }
            if answer != nil { #expect(try await owner.everything() == before, "\(row)") }
            answers.append(answer)
            if row.0 == "restore-assets" { try await owner.delete(photos[2]) }
        }
        return answers
    }
}
