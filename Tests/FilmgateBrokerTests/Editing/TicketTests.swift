import FilmgateTestKit
import FilmgateTestWorlds
import Testing

/// An editor that the person chose for one asset, as a client of the broker.
@Suite("A ticket for a chosen editor", .inBothWorlds)
struct TicketTests {
    static let editor = "org.example.Editor"
    static let id = "flatpak:\(editor)"

    private static func render() throws -> [String: BusArgument.Content] {
        ["full-size-photo": .memory(try TestPhoto.small().bytes)]
    }

    private static func isEdited(_ photo: String, by client: TestClient) async throws -> Bool? {
        try await client.properties(of: photo, "has-adjustments")["has-adjustments"]?.flag
    }

    @Test("is taken up by an app of any access, whose result every app sees at once, without a confirmation")
    func takenUp() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            try await owner.grant("flatpak:org.example.Viewer", "full")
            let viewer = try await world.client(flatpak: "org.example.Viewer")
            let agent = try await world.agent()
            let app = try await world.client(flatpak: Self.editor)
            for level in [nil, "none", "add-only", "limited", "full"] {
                let photo = try await owner.add(TestPhoto.small())
                if let level { try await owner.grant(Self.id, level) }
                _ = try await viewer.subscribe()
                let ticket = try await owner.ticket(for: Self.id, toEdit: photo)
                let editing = try await app.takeUp(ticket, ["display-size": .variant("(uu)", [32, 32])])
                #expect(editing.input["media-type"]?.text == "image" && editing.input["type"]?.text == "photo")
                #expect(editing.input["display-image"]?.descriptor?.size ?? 0 > 0)
                #expect(try await Self.isEdited(photo, by: viewer) == false)
                try await app.finish(editing.session, Self.render(), data: [1])
                #expect(try await Self.isEdited(photo, by: viewer) == true, "\(level ?? "undecided")")
                let changes = try await viewer.nextChanges()
                #expect(changes["content-updated"] == [photo])
                try await viewer.unsubscribe()
            }
            #expect(try await agent.prompts().isEmpty)
            #expect(try await owner.verify().findings.isEmpty)
        }
    }

    @Test("shows the editor one asset, without places, and nothing else of the library")
    func onlyOne() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(2))
            let app = try await world.client(flatpak: Self.editor)
            try await owner.grant(Self.id, "add-only")
            let ticket = try await owner.ticket(for: Self.id, toEdit: photos[0])
            let editing = try await app.takeUp(ticket)
            // What the content tells, as the library reads it.
            let copy = try await app.add(.kept(editing.content.number))
            let reported = try await owner.properties(of: copy, "location", "title")
            #expect(reported["location"] == nil && reported["title"]?.text == TestPhoto.title)
            for photo in photos {
                #expect(try await refusal { try await app.beginEditing(photo) }.kind == "AccessDenied")
                #expect(try await refusal { try await app.open(photo) }.kind == "AccessDenied")
                #expect(try await refusal { try await app.properties(of: photo, "filename") }.kind == "AccessDenied")
                #expect(
                    try await refusal { try await app.setContent(editing.session, of: photo) }.kind == "AccessDenied")
                #expect(try await refusal { try await app.revert(photo) }.kind == "AccessDenied")
            }
            #expect(try await refusal { try await app.assets() }.kind == "AccessDenied")
            try await app.finish(editing.session, Self.render())
            #expect(try await owner.properties(of: photos[0], "location")["location"] != nil, "not lost")
            #expect(
                try await refusal { try await app.finish(editing.session, Self.render()) }.name
                    == "org.freedesktop.DBus.Error.UnknownObject")
        }
    }

    @Test("is refused to a different app of the same person, which does not use it up")
    func stolen() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(TestPhoto.small())
            try await owner.grant("flatpak:org.example.Thief", "full", rights: ["originals", "write", "manage"])
            let ticket = try await owner.ticket(for: Self.id, toEdit: photo)
            for thief in [try await world.client(flatpak: "org.example.Thief"), try await world.program("thief")] {
                #expect(try await refusal { try await thief.takeUp(ticket) }.kind == "AccessDenied")
            }
            #expect(try await refusal { try await owner.takeUp(ticket) }.kind == "AccessDenied")
            let app = try await world.client(flatpak: Self.editor)
            _ = try await app.takeUp(ticket)
        }
    }

    @Test("is good once, on one connection; guesses are refused with the same error")
    func once() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(TestPhoto.small())
            let ticket = try await owner.ticket(for: Self.id, toEdit: photo)
            let app = try await world.client(flatpak: Self.editor)
            let other = try await app.anotherConnection()
            let editing = try await app.takeUp(ticket)
            var errors: Set<String> = []
            let guess = ticket.replacing(/[0-9a-f]$/) { $0.output == "0" ? "1" : "0" }
            for text in [ticket, guess, "", "ticket", String(repeating: "a", count: 65_536)] {
                for client in [app, other] {
                    let error = try await refusal { try await client.takeUp(text) }
                    #expect(error.kind == "AccessDenied")
                    errors.insert(error.message)
                }
            }
            #expect(errors.count == 1)
            #expect(
                try await refusal { try await other.finish(editing.session, Self.render()) }.name
                    == "org.freedesktop.DBus.Error.UnknownObject")
            #expect(try await Self.isEdited(photo, by: owner) == false)
        }
    }

    @Test("is made by the owner's tools alone, for an asset that exists")
    func makers() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(TestPhoto.small())
            try await owner.grant(
                Self.id, "full", rights: ["location", "originals", "captions", "metadata", "write", "manage"])
            let app = try await world.client(flatpak: Self.editor)
            #expect(try await refusal { try await app.ticket(for: Self.id, toEdit: photo) }.kind == "NotAuthorized")
            let unknown = "00000000-0000-0000-0000-000000000000"
            #expect(try await refusal { try await owner.ticket(for: Self.id, toEdit: unknown) }.kind == "NotFound")
            #expect(
                try await refusal { try await owner.ticket(for: "editor", toEdit: photo) }.kind == "InvalidArgument")
        }
    }

    @Test("and the session that it began end if an administrator takes the app's access back")
    func takenBack() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(TestPhoto.small())
            let app = try await world.client(flatpak: Self.editor)
            for takesBack in [
                { try await owner.resetGrant(Self.id) }, { try await owner.grant(Self.id, "none") },
            ] as [@Sendable () async throws -> Void] {
                let session = try await app.takeUp(owner.ticket(for: Self.id, toEdit: photo)).session
                let waiting = try await owner.ticket(for: Self.id, toEdit: photo)
                try await takesBack()
                #expect(try await refusal { try await app.takeUp(waiting) }.kind == "AccessDenied")
                #expect(
                    try await refusal { try await app.finish(session, Self.render()) }.name
                        == "org.freedesktop.DBus.Error.UnknownObject")
            }
            #expect(try await Self.isEdited(photo, by: owner) == false)
        }
    }

    @Test(
        "and the session that it began end if policy forbids the app to ask, to change photos or to have originals",
        arguments: [
            "highest=none", "highest=add-only", "prompts=false", "rights=originals;captions", "rights=write;captions",
            "max-pixels=100", "media-types=video",
        ])
    func policy(_ rule: String) async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(TestPhoto.small())
            let app = try await world.client(flatpak: Self.editor)
            let session = try await app.takeUp(owner.ticket(for: Self.id, toEdit: photo)).session
            let waiting = try await owner.ticket(for: Self.id, toEdit: photo)
            try world.writePolicy("[\(Self.id)]\n\(rule)\n")
            try await world.reloadPolicy()
            #expect(try await refusal { try await owner.ticket(for: Self.id, toEdit: photo) }.kind == "Restricted")
            #expect(["AccessDenied", "Restricted"].contains(try await refusal { try await app.takeUp(waiting) }.kind))
            #expect(
                try await refusal { try await app.finish(session, Self.render()) }.name
                    == "org.freedesktop.DBus.Error.UnknownObject")
            #expect(try await Self.isEdited(photo, by: owner) == false)
        }
    }

    @Test("leaves nothing behind if the editor dies, and a new ticket begins anew")
    func death() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(TestPhoto.small())
            let app = try await world.client(flatpak: Self.editor)
            let ticket = try await owner.ticket(for: Self.id, toEdit: photo)
            let session = try await app.takeUp(ticket).session
            await app.kill()
            let next = try await world.client(flatpak: Self.editor)
            #expect(try await refusal { try await next.takeUp(ticket) }.kind == "AccessDenied")
            #expect(
                try await refusal { try await next.finish(session, Self.render()) }.name
                    == "org.freedesktop.DBus.Error.UnknownObject")
            #expect(try await Self.isEdited(photo, by: owner) == false)
            let editing = try await next.takeUp(owner.ticket(for: Self.id, toEdit: photo))
            try await next.finish(editing.session, Self.render())
            #expect(try await Self.isEdited(photo, by: owner) == true)
            #expect(try await owner.verify().findings.isEmpty)
        }
    }

    @Test("commits nothing over a newer edit, or if the asset is deleted meanwhile")
    func overtaken() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(2))
            let app = try await world.client(flatpak: Self.editor)
            let late = try await app.takeUp(owner.ticket(for: Self.id, toEdit: photos[0])).session
            try await owner.edit(photos[0], as: TestPhoto.large())
            #expect(try await refusal { try await app.finish(late, Self.render()) }.kind == "Busy")
            #expect(try await owner.properties(of: photos[0], "pixel-width")["pixel-width"]?.integer == 1600)
            let gone = try await app.takeUp(owner.ticket(for: Self.id, toEdit: photos[1])).session
            try await owner.delete(photos[1])
            let purge = try await refusal { try await app.finish(gone, Self.render()) }
            #expect(["NotFound", "AccessDenied"].contains(purge.kind), "\(purge)")
            #expect(try await owner.verify().findings.isEmpty)
        }
    }

    @Test("gives the adjustment data of the editor's own edit, and the original, to resume it")
    func resumed() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let original = try TestPhoto.small()
            let photo = try await owner.add(original)
            let app = try await world.client(flatpak: Self.editor)
            let first = try await app.takeUp(owner.ticket(for: Self.id, toEdit: photo))
            try await app.finish(first.session, Self.render(), format: "org.example.Format", data: [4, 5])
            let handles: BusArgument = .variant("a(ss)", [["org.example.Format", "1"]])
            let again = try await app.takeUp(owner.ticket(for: Self.id, toEdit: photo), ["handles": handles])
            #expect(again.input["type"]?.text == "photo" && again.input["adjustment-data"]?["bytes"]?.text == "BAU=")
            let other = try await app.takeUp(owner.ticket(for: Self.id, toEdit: photo))
            #expect(other.input["type"]?.text == "full-size-photo" && other.input["adjustment-data"] == nil)
        }
    }
}
