import FilmgateTestKit
import FilmgateTestWorlds
import Testing

@Suite("The adjustment data of an edit", .inProcess)
struct AdjustmentDataTests {
    private static let all = ["location", "originals", "captions", "metadata", "write"]

    @Test("is listed for, and given to, those that BeginEditing gives it to, and does not exist for others")
    func resumable() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(TestPhoto.small())
            let editor = "flatpak:org.example.Editor"
            try await owner.grant(editor, "full", rights: ["originals", "captions", "write", "manage"])
            let app = try await world.client(flatpak: "org.example.Editor")
            let session = try await app.beginEditing(photo).session
            try await app.finish(
                session, ["full-size-photo": .memory(TestPhoto.small().bytes)], format: "org.example.Format",
                data: [1, 2])
            try await app.setContent(session, of: photo)

            func expect(_ client: TestClient, gets: Bool, _ comment: String) async throws {
                let handles: BusArgument = .variant("a(ss)", [["org.example.Format", "1"]])
                var isResumed = false
                do {
                    let begun = try await client.beginEditing(photo, ["handles": handles])
                    isResumed = begun.input["adjustment-data"] != nil
                    try await client.call("EditSession1", "Cancel", at: begun.session)
                } catch let error as BusError { #expect(error.kind == "AccessDenied") }
                #expect(isResumed == gets, "\(comment)")
                let listed = try await client.resources(of: photo).compactMap { $0["type"]?.text }
                #expect(listed.contains("photo") && listed.contains("adjustment-data") == gets, "\(comment) \(listed)")
                let request = try? await client.requestResource(of: photo, "adjustment-data")
                #expect((request != nil) == gets, "\(comment)")
                if gets {
                    #expect(try await client.open(photo, "adjustment-data").size == 2, "\(comment)")
                    #expect(try await client.deliveries(of: #require(request)).contents.first?.file.size == 2)
                } else {
                    let error = try await refusal { try await client.open(photo, "adjustment-data") }
                    #expect(error.kind == "NotFound", "\(comment) \(error)")
                }
            }
            try await expect(owner, gets: true, "the owner")
            try await expect(app, gets: true, "the editor, which lacks rights")
            let other = try await world.client(flatpak: "org.example.Other")
            let cases: [(String, [String], [String: BusArgument], Bool)] = [
                ("one that knows everything", Self.all, [:], true),
                ("one that may not write", Self.all.filter { $0 != "write" }, [:], false),
                ("one without places", Self.all.filter { $0 != "location" }, [:], false),
                ("one without originals", Self.all.filter { $0 != "originals" }, [:], false),
                ("one with towns", Self.all, ["location-precision": "town"], false),
                ("one with a limit of pixels", Self.all, ["max-pixels": .uint32(100)], false),
            ]
            for (comment, rights, others, gets) in cases {
                try await owner.grant("flatpak:org.example.Other", "full", rights: rights, others: others)
                try await expect(other, gets: gets, comment)
            }
            // The next edit is somebody else's.
            try await owner.edit(photo, as: TestPhoto.small())
            #expect(try await refusal { try await app.open(photo, "adjustment-data") }.kind == "NotFound")
        }
    }

    @Test("does not come any more once the app has lost the right to change what it sees")
    func lost() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(TestPhoto.small())
            let editor = "flatpak:org.example.Editor"
            let rights = Self.all + ["manage"]
            try await owner.grant(editor, "full", rights: rights)
            let app = try await world.client(flatpak: "org.example.Editor")
            try await app.edit(photo, as: TestPhoto.small(), data: [UInt8](repeating: 1, count: 1 << 20))
            // Copying the part takes a while, in which the right can go.
            let part: [String: BusArgument] = ["length": .variant("t", .unsigned(1 << 20))]
            var deliveries = 0
            for round in 0..<400 where round < 40 || deliveries == 0 {
                try await owner.grant(editor, "full", rights: rights)
                let asking = Task {
                    var requests: [OpenRequest] = []
                    while let request = try? await app.requestResource(of: photo, "adjustment-data", part) {
                        requests.append(request)
                    }
                    return requests
                }
                // So that the change comes at another moment of the copying each time, on a busy machine, too.
                for _ in 0..<round % 16 { _ = try await owner.status() }
                let change = try await owner.call(
                    "Admin1", "SetGrant", "ssa{sv}", .text(editor), "full",
                    .table(["rights": .texts(Self.all.filter { $0 != "write" })]))
                let reported = try #require(change.serial)
                for request in await asking.value {
                    _ = try await app.response(to: request)
                    for delivery in try await app.signals("Delivery", at: request.path, count: 0, most: 1, within: 0) {
                        deliveries += 1
                        #expect(try #require(delivery.serial) < reported, "it came after the change was answered")
                        if let file = delivery.values.first?.descriptor { try await app.forget(file) }
                    }
                }
            }
            #expect(deliveries > 0)
        }
    }
}
