import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

@Suite("Editing", .inBothWorlds)
struct EditSessionTests {
    static let app = "org.example.App"
    static let id = "flatpak:\(app)"
    static let format = "org.example.Format"

    /// The properties that follow the content.
    private static func shown(_ id: String, by client: TestClient) async throws -> [String: Value] {
        try await client.properties(
            of: id, "has-adjustments", "adjustment-format", "pixel-width", "pixel-height", "orientation",
            "content-hash")
    }

    private static func add(video: HeldDescriptor, by client: TestClient) async throws -> String {
        try await client.perform(TestClient.creation(of: .kept(video.number), type: "video")).first ?? ""
    }

    @Test("shows the result to every app, keeps the original, and can be resumed and reverted")
    func cycle() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let original = try TestPhoto.small()
            let photo = try await owner.add(original)
            try await owner.grant(
                Self.id, "full", rights: ["location", "originals", "captions", "metadata", "write", "manage"])
            let app = try await world.client(flatpak: Self.app)
            let before = try await Self.shown(photo, by: owner)
            #expect(before["has-adjustments"] == .flag(false) && before["adjustment-format"] == nil)

            let editing = try await app.beginEditing(photo, ["display-size": .variant("(uu)", [64, 64])])
            #expect(try editing.content.sha256 == original.sha256)
            #expect(editing.input["media-type"]?.text == "image" && editing.input["type"]?.text == "photo")
            #expect(editing.input["mime-type"]?.text == "image/jpeg" && editing.input["orientation"]?.integer == 1)
            #expect(editing.input["display-image"]?.descriptor?.size ?? 0 > 0)
            #expect(editing.input["adjustment-data"] == nil)
            let early = try await refusal { try await app.setContent(editing.session, of: photo) }
            #expect(early.kind == "InvalidArgument", "not finished")
            let render = try TestPhoto.large()
            try await app.finish(
                editing.session, ["full-size-photo": .memory(render.bytes)], format: Self.format, data: [1, 2, 3])
            #expect(try await Self.shown(photo, by: owner) == before, "not committed")
            try await app.setContent(editing.session, of: photo)
            #expect(
                try await refusal { try await app.setContent(editing.session, of: photo) }.kind == "InvalidArgument")

            let after = try await Self.shown(photo, by: owner)
            #expect(after["has-adjustments"] == .flag(true) && after["adjustment-format"] == .text(Self.format))
            #expect(after["pixel-width"]?.integer == 1600 && after["pixel-height"]?.integer == 1200)
            #expect(after["content-hash"] == before["content-hash"], "that of the original")
            #expect(
                try await owner.resources(of: photo).compactMap { $0["type"]?.text }.sorted() == [
                    "adjustment-data", "full-size-photo", "photo",
                ])
            #expect(try await owner.open(photo).sha256 == original.sha256)
            #expect(try await app.open(photo, "full-size-photo").sha256 == render.sha256)
            for (version, width) in [("current", 1600), ("original", 320), ("unadjusted", 320)] {
                let request = try await app.requestImage(
                    of: photo, ["version": .text(version), "delivery": "high-quality"])
                let image = try await app.deliveries(of: request).contents.last
                #expect(image?.details["pixel-width"]?.integer == width, "\(version)")
            }

            let unknown = try await app.beginEditing(photo)
            #expect(try unknown.content.sha256 == render.sha256 && unknown.input["adjustment-data"] == nil)
            #expect(unknown.input["type"]?.text == "full-size-photo")
            let handles: BusArgument = .variant("a(ss)", [["org.example.Other", "1"], [.text(Self.format), "1"]])
            let resumed = try await app.beginEditing(photo, ["handles": handles])
            #expect(try resumed.content.sha256 == original.sha256 && resumed.input["type"]?.text == "photo")
            #expect(resumed.input["adjustment-format"] == .text(Self.format))
            #expect(resumed.input["adjustment-data"]?["bytes"]?.text == "AQID")

            try await app.revert(photo)
            #expect(try await Self.shown(photo, by: owner) == before)
            #expect(try await owner.resources(of: photo).compactMap { $0["type"]?.text } == ["photo"])
            #expect(try await owner.open(photo).sha256 == original.sha256)
            #expect(try await owner.verify().findings.isEmpty)
        }
    }

    @Test("is refused as Busy if the content has changed since it began, and changes nothing")
    func overtaken() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(TestPhoto.small())
            let (first, second) = (try await owner.beginEditing(photo), try await owner.beginEditing(photo))
            let winner = try TestPhoto.small()
            try await owner.finish(first.session, ["full-size-photo": .memory(winner.bytes)])
            try await owner.finish(second.session, ["full-size-photo": .memory(TestPhoto.small().bytes)])
            try await owner.setContent(first.session, of: photo)
            #expect(try await refusal { try await owner.setContent(second.session, of: photo) }.kind == "Busy")
            #expect(try await owner.open(photo, "full-size-photo").sha256 == winner.sha256)
            let third = try await owner.beginEditing(photo)
            try await owner.finish(third.session, ["full-size-photo": .memory(TestPhoto.small().bytes)])
            try await owner.revert(photo)
            #expect(try await refusal { try await owner.setContent(third.session, of: photo) }.kind == "Busy")
        }
    }

    @Test("takes only upright files of the same kind, complete and not too large, and adjustment data of 2 MiB")
    func badResults() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(TestPhoto.small())
            let render = BusArgument.Content.memory(try TestPhoto.small().bytes)
            let session = try await owner.beginEditing(photo).session
            func error(
                _ renders: [String: BusArgument.Content], format: String = Self.format, version: String = "1",
                data: [UInt8] = []
            ) async throws -> String {
                try await refusal {
                    try await owner.finish(session, renders, format: format, version: version, data: data)
                }.kind
            }
            #expect(try await error([:]) == "InvalidArgument")
            #expect(try await error(["photo": render]) == "InvalidArgument")
            #expect(try await error(["full-size-video": render]) == "InvalidArgument")
            #expect(try await error(["full-size-photo": render, "full-size-video": render]) == "InvalidArgument")
            #expect(try await error(["full-size-photo": render], format: "") == "InvalidArgument")
            #expect(
                try await error(["full-size-photo": render], version: String(repeating: "1", count: 256))
                    == "InvalidArgument")
            #expect(
                try await error(["full-size-photo": render], data: [UInt8](repeating: 0, count: 2 << 20 + 1))
                    == "TooLarge")
            #expect(try await error(["full-size-photo": .memory(Video.small().bytes)]) == "InvalidContent")
            #expect(
                try await error(["full-size-photo": .memory(TestPhoto.small().truncated.bytes)]) == "InvalidContent")
            #expect(try await error(["full-size-photo": .memory(Array("text".utf8))]) == "InvalidContent")
            #expect(try await error(["full-size-photo": .pipe]) == "InvalidArgument")
            #expect(try await error(["full-size-photo": .opened("/", mode: "folder")]) == "InvalidArgument")
            let turned = try TestPhoto.tagged(["-Orientation#=6"])
            #expect(try await error(["full-size-photo": .memory(turned.bytes)]) == "InvalidContent")
            #expect(try await owner.properties(of: photo, "has-adjustments")["has-adjustments"] == .flag(false))
            // After all that, the session can still be finished.
            try await owner.finish(
                session, ["full-size-photo": render], data: [UInt8](repeating: 7, count: 2 << 20))
            #expect(
                try await refusal { try await owner.finish(session, ["full-size-photo": render]) }.kind
                    == "InvalidArgument")
            try await owner.setContent(session, of: photo)
            #expect(try await owner.verify().findings.isEmpty)
        }
    }

    @Test("belongs to one connection, which has at most eight sessions, and leaves nothing behind")
    func sessions() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(2))
            try await owner.grant(Self.id, "full", rights: ["originals", "captions", "metadata", "write", "manage"])
            let app = try await world.client(flatpak: Self.app)
            let session = try await app.beginEditing(photos[0]).session
            let render = BusArgument.Content.memory(try TestPhoto.small().bytes)
            try await app.finish(session, ["full-size-photo": render])
            let other = try await app.anotherConnection()
            #expect(
                try await refusal { try await other.finish(session, ["full-size-photo": render]) }.name
                    == "org.freedesktop.DBus.Error.UnknownObject")
            #expect(
                try await refusal { try await other.setContent(session, of: photos[0]) }.kind == "InvalidArgument")
            #expect(try await refusal { try await app.setContent(session, of: photos[1]) }.kind == "InvalidArgument")
            for _ in 0..<7 { _ = try await app.beginEditing(photos[1]) }
            #expect(try await refusal { try await app.beginEditing(photos[1]) }.kind == "LimitsExceeded")
            try await app.call("EditSession1", "Cancel", at: session)
            #expect(try await refusal { try await app.setContent(session, of: photos[0]) }.kind == "InvalidArgument")
            let last = try await app.beginEditing(photos[0]).session
            try await owner.grant(Self.id, "none")
            #expect(
                try await refusal { try await app.finish(last, ["full-size-photo": render]) }.name
                    == "org.freedesktop.DBus.Error.UnknownObject")
            #expect(try await owner.verify().findings.isEmpty)
        }
    }

    @Test("is confirmed by the person, once for a batch, but not of what the app added itself")
    func confirmed() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(2))
            try await owner.grant(Self.id, "full", rights: ["originals", "captions", "metadata", "write"])
            let app = try await world.client(flatpak: Self.app)
            let own = try await app.add(TestPhoto.small())
            try await app.edit(own, as: TestPhoto.small())
            try await app.revert(own)
            let silent = try await refusal { try await app.edit(photos[0], as: TestPhoto.small()) }
            #expect(silent.name == "org.freedesktop.DBus.Error.InteractiveAuthorizationRequired")
            let agent = try await world.agent()
            for (answer, isEdited) in [("deny", false), ("allow", true)] {
                let sessions = [try await app.beginEditing(photos[0]).session, try await app.beginEditing(own).session]
                for session in sessions {
                    try await app.finish(session, ["full-size-photo": .memory(TestPhoto.large().bytes)])
                }
                let done = Task {
                    try await app.perform(
                        ("set-content", ["id": .text(photos[0]), "session": .variant("o", .text(sessions[0]))]),
                        ("set-content", ["id": .text(own), "session": .variant("o", .text(sessions[1]))]),
                        ("revert-content", ["id": .text(photos[1])]), interactive: true)
                }
                let prompt = try await agent.asked("confirm")
                #expect(
                    prompt.details["changes"]?.list == [
                        .list([.text("set-content"), .list([.text(photos[0])])]),
                        .list([.text("revert-content"), .list([.text(photos[1])])]),
                    ])
                let previews = prompt.details["previews"]?.list ?? []
                #expect(previews.map { $0[0]?.text } == [photos[0], photos[1]])
                for image in previews.flatMap({ [$0[1]?.descriptor, $0[2]?.descriptor] }) {
                    #expect(image?.size ?? 0 > 0 && image?.isWritable == false)
                }
                #expect(previews[0][1]?.descriptor?.sha256 != previews[0][2]?.descriptor?.sha256)
                try await agent.answer(prompt, answer)
                if isEdited {
                    _ = try await done.value
                } else {
                    await #expect(throws: BusError.self) { try await done.value }
                }
                for id in [photos[0], own] {
                    #expect(
                        try await owner.properties(of: id, "has-adjustments")["has-adjustments"] == .flag(isEdited))
                }
            }
        }
    }

    @Test("is refused if a person would have to look at more changes than can be shown at once")
    func manyChanges() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(9))
            try await owner.grant(Self.id, "full", rights: ["originals", "captions", "metadata", "write"])
            let app = try await world.client(flatpak: Self.app)
            _ = try await world.agent()
            let changes = photos.map { ("revert-content", ["id": BusArgument.text($0)]) }
            let refused = try await refusal { try await app.perform(changes, interactive: true) }
            #expect(refused.kind == "LimitsExceeded")
            _ = try await owner.perform(changes)
        }
    }

    @Test("needs the right to write, and a grant without a limit of pixels; the original needs the right to originals")
    func rights() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(TestPhoto.large())
            let video = try await owner.add(Video.small())
            try await owner.grant(Self.id, "full", rights: ["originals", "captions", "metadata"])
            let app = try await world.client(flatpak: Self.app)
            #expect(try await refusal { try await app.beginEditing(photo) }.kind == "AccessDenied")
            try await owner.grant(
                Self.id, "full", rights: ["originals", "write", "manage"], others: ["max-pixels": .uint32(500)])
            #expect(try await refusal { try await app.beginEditing(photo) }.kind == "AccessDenied")
            try await owner.grant(Self.id, "full", rights: ["write", "manage"])
            #expect(try await refusal { try await app.beginEditing(video) }.kind == "AccessDenied")
            let editing = try await app.beginEditing(photo)
            #expect(editing.input["mime-type"]?.text == "image/jpeg")
            try await app.finish(
                editing.session, ["full-size-photo": .memory(TestPhoto.small().bytes)], format: Self.format, data: [9])
            try await app.setContent(editing.session, of: photo)
            let handles: BusArgument = .variant("a(ss)", [[.text(Self.format), "1"]])
            #expect(try await app.beginEditing(photo, ["handles": handles]).input["adjustment-data"] == nil)
            #expect(
                try await refusal { try await app.requestImage(of: photo, ["version": "original"]) }.kind
                    == "AccessDenied")
            try await owner.grant(Self.id, "full", rights: ["location", "originals", "captions", "metadata", "write"])
            #expect(try await app.open(photo, "adjustment-data").size == 1, "it may resume the edit")
            #expect(try await owner.open(photo, "adjustment-data").size == 1)
        }
    }

    @Test("tells subscribed apps that the pixels have changed, which other updates do not")
    func observed() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(TestPhoto.small())
            try await owner.grant(Self.id, "limited", selection: [photo])
            let app = try await world.client(flatpak: Self.app)
            let token = try await app.subscribe()
            try await owner.set(["favorite": true], of: photo)
            #expect(try await app.nextChanges()["content-updated"] == [])
            try await owner.edit(photo, as: TestPhoto.small())
            let changes = try await app.nextChanges()
            #expect(changes["updated"] == [photo] && changes["content-updated"] == [photo])
            #expect(try await app.changes(since: token)["content-updated"] == [photo])
        }
    }

    @Test("writes the metadata that the app may not know into its result, and leaves that of other apps as it is")
    func metadata() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(TestPhoto.small())
            // Without the right to places, which is not given to sandboxed apps by itself.
            try await owner.grant(Self.id, "full", rights: ["originals", "captions", "metadata", "write", "manage"])
            let app = try await world.client(flatpak: Self.app)
            let editing = try await app.beginEditing(photo)
            let render = try TestPhoto.tagged([
                "-GPSLatitude=1", "-GPSLatitudeRef=N", "-GPSLongitude=1", "-GPSLongitudeRef=E", "-Artist=App",
            ])
            try await app.finish(editing.session, ["full-size-photo": .memory(render.bytes)])
            try await app.setContent(editing.session, of: photo)
            let stored = try await owner.open(photo, "full-size-photo")
            // As the library reads it: with all that the app could not know, and with the app's pixels.
            let again = try await owner.add(.kept(stored.number))
            let reported = try await owner.properties(of: again, "location", "title", "camera")
            #expect(reported["location"]?[0]?.number.map { abs($0 - TestPhoto.latitude) < 0.001 } == true)
            #expect(reported["title"]?.text == TestPhoto.title && reported["camera"]?.text == TestPhoto.camera)
            let plain = try await owner.add(render)
            var images: [String?] = []
            for id in [photo, again, plain] {
                let request = try await owner.requestImage(of: id, ["format": "pixels", "delivery": "high-quality"])
                images.append(try await owner.deliveries(of: request).contents.last?.file.sha256)
            }
            #expect(Set(images).count == 1 && images[0] != nil)
            // The app itself sees no more of it than of the original.
            let seen = try await app.add(.kept(app.open(photo, "full-size-photo").number))
            #expect(try await owner.properties(of: seen, "location")["location"] == nil)
            // A video gets it, too.
            let tags = ["-metadata", "location=+47.4979+019.0402/", "-metadata", "title=Bridge"]
            let source = try SampleVideo("320x240", with: tags)
            let bridge = try await owner.add(video: source.file)
            let video = try await app.beginEditing(bridge)
            let handed = try await Self.add(video: video.content, by: app)
            #expect(try await owner.properties(of: handed, "location")["location"] == nil)
            let made = try SampleVideo("160x120", seconds: 0.5)
            let shorter = [UInt8](try Data(contentsOf: made.file))
            withExtendedLifetime((source, made)) {}
            try await app.finish(video.session, ["full-size-video": .memory(shorter)])
            try await app.setContent(video.session, of: bridge)
            let known = try await owner.properties(
                of: Self.add(video: owner.open(bridge, "full-size-video"), by: owner), "location", "title",
                "duration", "pixel-width")
            #expect(known["location"]?[0]?.number == 47.4979 && known["location"]?[1]?.number == 19.0402)
            #expect(known["title"]?.text == "Bridge" && known["pixel-width"]?.integer == 160)
            #expect(known["duration"]?.number.map { abs($0 - 0.5) < 0.1 } == true)
            // Who may know everything says what is in the file.
            try await owner.edit(photo, as: render)
            #expect(try await owner.open(photo, "full-size-photo").sha256 == render.sha256)
        }
    }
}
