import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

@Suite("The audit log", .inBothWorlds)
struct AuditTests {
    static let app = "flatpak:org.example.App"
    /// The programs that the tests' clients run on.
    static let tool = "exe:\(URL(filePath: "/usr/bin/python3").resolvingSymlinksInPath().path)"

    @Test("has each access that a client was given, with the photos that it got", .long)
    func given() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(2))
            try await owner.grant(Self.app, "full", rights: ["location", "originals", "captions", "metadata", "write"])
            let app = try await world.client(flatpak: "org.example.App")
            let result = try await app.fetch()
            let seen = try await app.read(result, "title")
            _ = try await app.read(result, "id", offset: 1)
            _ = try await app.call("FetchResult1", "IndexOf", "s", .text(photos[0]), at: result.path)
            _ = try await app.resources(of: photos[0])
            _ = try await app.open(photos[1])
            try await app.call(
                "Resources1", "OpenResource", "ssa{sv}", .text(photos[0]), "photo", .table(["shared": true]))
            try await app.set(["favorite": true], of: photos[0])
            let added = try await app.add(TestPhoto.small())
            _ = try await app.status()
            _ = try await app.identity()
            try await app.close(result)
            #expect(seen.count == 2)

            let entries = try await owner.audit(["client": .text(Self.app)])
            #expect(
                entries.map(\.description).sorted() == [
                    "create-assets allowed 1 by \(Self.app)", "fetch allowed 2 by \(Self.app)",
                    "index-of allowed 1 by \(Self.app)", "list-resources allowed 1 by \(Self.app)",
                    "open-resource allowed 1 by \(Self.app)", "open-resource allowed 1 by \(Self.app)",
                    "read allowed 3 by \(Self.app)",
                    "set-grant allowed 1 by \(Self.tool) about \(Self.app)", "set-properties allowed 1 by \(Self.app)",
                ])
            func ids(_ operation: String) -> Set<String> {
                Set(entries.first { $0.operation == operation }?.ids ?? [])
            }
            #expect(ids("fetch") == [] && ids("read") == Set(photos))
            #expect(ids("index-of") == [photos[0]] && ids("list-resources") == [photos[0]])
            let opened = entries.filter { $0.operation == "open-resource" }
            #expect(Set(opened.map { [$0.detail] + $0.ids }) == [["", photos[1]], ["shared", photos[0]]])
            #expect(ids("set-properties") == [photos[0]])
            #expect(ids("create-assets") == [added])
            #expect(entries.allSatisfy { $0.user == Int(getuid()) })
            #expect(zip(entries, entries.dropFirst()).allSatisfy { $0.sequence < $1.sequence })
            #expect(try await owner.verifyAudit().kinds == [])
        }
    }

    @Test("has the size of each image that an app asked for, and one entry for each size")
    func sizes() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(TestPhoto.small())
            try await owner.grant(Self.app, "full", rights: [])
            let app = try await world.client(flatpak: "org.example.App")
            let crop = BusArgument.variant("(dddd)", [.number(0), .number(0), .number(0.5), .number(0.5)])
            let sizes: [[String: BusArgument]] = [
                ["width": .uint32(200), "height": .uint32(200)], ["width": .uint32(256), "height": .uint32(10)], [:],
                ["width": .uint32(64)], ["width": .uint32(64), "height": .uint32(64), "resize": "fast"],
                ["width": .uint32(10), "height": .uint32(300), "crop": crop],
            ]
            for size in sizes { _ = try await app.response(to: app.requestImage(of: photo, size)) }
            let entries = try await owner.audit(["client": .text(Self.app)]).filter { $0.operation == "request-image" }
            #expect(entries.map(\.detail).sorted() == ["256 pixels", "512 pixels of a part", "full size"])
            #expect(entries.first { $0.detail == "256 pixels" }?.count == 2)
        }
    }

    @Test("has each refusal, by the error name that the client got, with what it asked for")
    func refused() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(TestPhoto.small())
            let app = try await world.client(flatpak: "org.example.App")
            let unknown = "00000000-0000-4000-8000-000000000000"
            _ = try await refusal { try await app.open(photo) }
            _ = try await refusal { try await app.add(TestPhoto.small()) }
            try await owner.grant(Self.app, "none")
            _ = try await refusal { try await app.fetch() }
            _ = try await refusal { try await app.set(["favorite": true], of: photo) }
            try await owner.grant(Self.app, "limited")
            _ = try await refusal { try await app.resources(of: photo) }
            _ = try await refusal { try await app.resources(of: unknown) }
            _ = try await refusal { try await app.set(["favorite": true], of: photo) }
            _ = try await refusal { try await app.fetch(["limits": .uint32(1)]) }
            _ = try await refusal { try await app.delete(photo) }
            _ = try await refusal { try await app.grant(Self.app, "full") }
            _ = try await refusal { try await app.audit() }
            _ = try await refusal { try await app.verifyAudit() }
            _ = try await refusal { try await app.requestAccess("everything") }

            let entries = try await owner.audit(["client": .text(Self.app)]).filter { $0.client == Self.app }
            #expect(
                entries.map { "\($0.operation) \($0.outcome) \($0.count)" }.sorted()
                    == [
                        "create-assets not-determined 1", "delete-assets not-found 1", "fetch access-denied 1",
                        "fetch invalid-argument 1", "list-resources not-found 2", "open-resource not-determined 1",
                        "read-audit not-authorized 1", "request-access invalid-argument 1",
                        "set-grant not-authorized 1", "set-properties access-denied 1",
                        "set-properties not-found 1", "verify-audit not-authorized 1",
                    ].filter { !$0.hasPrefix("read-audit") })
            func ids(_ operation: String, _ outcome: String) -> Set<String> {
                Set(entries.first { $0.operation == operation && $0.outcome == outcome }?.ids ?? [])
            }
            #expect(ids("open-resource", "not-determined") == [photo])
            #expect(ids("set-properties", "not-found") == [photo])
            #expect(ids("list-resources", "not-found") == [photo, unknown])
            #expect(try await owner.audit(["asset": .text(unknown)]).map(\.operation) == ["list-resources"])
            #expect(
                try await owner.audit(["outcome": "not-determined", "operation": "open-resource"]).map(\.client)
                    == [Self.app])
        }
    }

    @Test("has refused calls that would stop the making of images")
    func stopping() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(TestPhoto.small())
            try await owner.grant(Self.app, "none")
            let app = try await world.client(flatpak: "org.example.App")
            let form: [String: BusArgument] = ["width": .uint32(100)]
            _ = try await app.error("Images1", "StopCaching", "asa{sv}", .list([.text(photo)]), .table(form))
            _ = try await app.error("Images1", "StopCachingAll")
            let entries = try await owner.audit(["client": .text(Self.app)]).filter { $0.client == Self.app }
            #expect(entries.map(\.operation).sorted() == ["stop-caching", "stop-caching-all"])
        }
    }

    @Test("has what administrators do, with the administrator and the client", .long)
    func administration() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(2))
            let before = try await owner.audit().last?.sequence ?? 0
            try await owner.grant(Self.app, "limited", selection: [photos[0]])
            try await owner.changeSelection(of: Self.app, add: [photos[1]], remove: [photos[0]])
            _ = try await owner.selection(of: Self.app)
            _ = try await refusal { try await owner.grant(Self.app, "limited", expires: 1) }
            try await owner.resetGrant(Self.app)
            try await owner.resetGrant(Self.app)
            _ = try await owner.grants()
            _ = try await owner.clients()
            _ = try await owner.verify()
            _ = try await owner.verifyAudit()
            let entries = try await owner.audit(["after": .variant("t", .integer(Int64(before)))])
            #expect(
                entries.map(\.description).sorted() == [
                    "change-selection allowed 2 by \(Self.tool) about \(Self.app)",
                    "reset-grant allowed 1 by \(Self.tool) about \(Self.app)",
                    "reset-grant allowed 1 by \(Self.tool) about \(Self.app)",
                    "set-grant allowed 1 by \(Self.tool) about \(Self.app)",
                    "set-grant invalid-argument 1 by \(Self.tool) about \(Self.app)",
                    "verify allowed 1 by \(Self.tool)", "verify-audit allowed 1 by \(Self.tool)",
                ])
            #expect(entries.first { $0.operation == "set-grant" && $0.outcome == "allowed" }?.ids == [photos[0]])
        }
    }

    @Test("cannot be read by sandboxed clients, whatever their level, nor by other users", .long)
    func readers() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            try await owner.grant(Self.app, "full")
            let app = try await world.client(flatpak: "org.example.App")
            #expect(try await refusal { try await app.audit() }.kind == "NotAuthorized")
            #expect(try await refusal { try await app.verifyAudit() }.kind == "NotAuthorized")
            guard getuid() == 0 else { return }
            let stranger = try await world.client(.user(65534))
            #expect(try await refusal { try await stranger.audit() }.kind == "AccessDenied")
            #expect(try await refusal { try await stranger.fetch() }.kind == "AccessDenied")
            let entries = try await owner.audit(["user": .uint32(65534)])
            #expect(entries.map(\.description) == ["fetch access-denied 1 by \(Self.tool)"])
        }
    }

    @Test("has the reading of it by each connection of other programs once, and not by the owner's tools")
    func reading() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            for _ in 0..<2 {
                let program = try await world.program()
                for _ in 0..<3 { _ = try await program.audit() }
            }
            let rows = try await owner.call("Admin1", "ReadAudit", "a{sv}", ["operation": "read-audit"])[0]?.list ?? []
            #expect(rows.map { $0["count"]?.integer ?? 0 }.reduce(0, +) == 2)
        }
    }

    @Test("returns pages that fit a reply, and the next page continues after them")
    func pages() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            for _ in 0..<5 { try await owner.grant(Self.app, "none") }
            let first = try await owner.audit(["limit": .uint32(2)])
            let next = try await owner.audit(["limit": .uint32(2), "after": .variant("t", 2)])
            #expect(first.map(\.sequence) == [1, 2] && next.map(\.sequence) == [3, 4])
            let newest = try await owner.audit(
                ["limit": .uint32(2), "newest": true, "before": .variant("t", 5)])
            #expect(newest.map(\.sequence) == [3, 4])
            for bad in [["limit": BusArgument.uint32(0)], ["client": "nobody"], ["asset": "x"], ["seq": .uint32(1)]] {
                #expect(try await owner.error("Admin1", "ReadAudit", "a{sv}", .table(bad)).kind == "InvalidArgument")
            }
            let cursor = try await owner.error("Maintenance1", "VerifyAudit", "sa{sv}", "x", [:])
            #expect(cursor.kind == "InvalidArgument")
        }
    }

    @Test("has one entry for a loop of refused calls, with their count")
    func loop() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let app = try await world.client(flatpak: "org.example.App")
            for _ in 0..<200 { _ = try await refusal { try await app.fetch() } }
            let entries = try await owner.audit(["client": .text(Self.app)])
            #expect(entries.map(\.count).reduce(0, +) == 200)
            #expect(entries.count < 10)
        }
    }

    @Test("has only counts of a client beyond a day's allowance, in one entry of each kind an hour")
    func allowance() async throws {
        let settings = WorldSettings(configuration: "[audit]\nids-per-day=1\nentries-per-day=1\n")
        try await withWorld(settings) { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(2))
            try await owner.grant(Self.app, "full", rights: ["location", "originals", "captions", "metadata", "write"])
            let app = try await world.client(flatpak: "org.example.App")
            for photo in photos { _ = try await app.open(photo) }
            for photo in photos { _ = try await app.resources(of: photo) }
            _ = try await app.fetch()
            let entries = try await owner.audit(["client": .text(Self.app), "operation": "open-resource"])
            #expect(entries.map(\.count).reduce(0, +) <= 2)
            #expect(entries.flatMap(\.ids).count == 1)
            #expect(try await owner.audit(["client": .text(Self.app), "operation": "fetch"]).isEmpty)
            // Entries that wait for their hour are written when the broker ends.
            try await world.restartBroker()
            let later = try await world.client(.host).audit(["client": .text(Self.app)])
            #expect(later.filter { $0.operation == "open-resource" }.map(\.count).reduce(0, +) == 2)
            #expect(later.filter { $0.operation == "fetch" }.map(\.count) == [2])
        }
    }

    @Test("has every change's entry after the broker is killed, and lacks only reads of its last second", .asProcesses)
    func killed() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            try await owner.grant(Self.app, "full")
            let app = try await world.client(flatpak: "org.example.App")
            _ = try await app.fetch()
            // Reading the log writes the gathered entries.
            #expect(try await owner.audit(["operation": "fetch"]).count == 1)
            let photo = try await app.add(TestPhoto.small())
            _ = try await app.fetch()
            try await world.killBroker()
            try await world.startBroker()
            let after = try await world.client(.host)
            let entries = try await after.audit(["client": .text(Self.app)])
            #expect(entries.filter { $0.operation == "create-assets" }.map(\.ids) == [[photo]])
            let fetches = entries.filter { $0.operation == "fetch" }.map(\.count)
            #expect(fetches == [0] || fetches == [0, 1])
            #expect(try await after.verifyAudit().kinds == [])
        }
    }

    @Test("gets gathered entries within about a second, without a request", .long)
    func soon() async throws {
        try await withWorld { world in
            let app = try await world.client(flatpak: "org.example.App")
            _ = try await refusal { try await app.fetch() }
            try await world.databaseHolds("SELECT 1 FROM audit WHERE operation = 'fetch'")
        }
    }

    @Test("has the expiry of a grant", .long)
    func expiry() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            try await owner.grantBriefly(Self.app, "full", seconds: 2)
            try await world.databaseHolds("SELECT 1 FROM audit WHERE operation = 'expire-grant'")
            let entries = try await owner.audit(["client": .text(Self.app), "operation": "expire-grant"])
            #expect(entries.map(\.description) == ["expire-grant allowed 1 by  about \(Self.app)"])
        }
    }

    @Test("prevents changes while it cannot be written, and gets the reads later", .long)
    func unwritable() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            try await owner.grant(Self.app, "full")
            let app = try await world.client(flatpak: "org.example.App")
            _ = try await owner.audit()
            try await world.tamper(
                "CREATE TRIGGER stuck BEFORE INSERT ON audit BEGIN SELECT raise(ABORT, 'stuck'); END")
            _ = try await app.fetch()
            #expect(try await refusal { try await app.add(TestPhoto.small()) }.kind == "Io")
            #expect(try await refusal { try await owner.grant(Self.app, "none") }.kind == "Io")
            #expect(try await app.assets().isEmpty)
            #expect(try await owner.audit(["operation": "fetch"]).isEmpty)
            try await world.tamper("DROP TRIGGER stuck")
            let entries = try await owner.audit(["client": .text(Self.app)])
            #expect(entries.filter { $0.operation == "fetch" }.count == 1)
            #expect(entries.filter { $0.operation == "create-assets" }.map(\.outcome) == ["io"])
            #expect(entries.filter { $0.operation == "set-grant" }.map(\.outcome) == ["allowed", "io"])
            #expect(try await owner.verifyAudit().kinds == [])
            #expect(try await owner.verify().findings.isEmpty)
        }
    }

    @Test("loses old entries by itself, and the rest can be verified")
    func pruned() async throws {
        let settings = WorldSettings(configuration: "[audit]\nbytes=2000\n")
        try await withWorld(settings) { world in
            let owner = try await world.owner
            for _ in 0..<40 { try await owner.grant(Self.app, "none") }
            try await world.restartBroker()
            let after = try await world.client(.host)
            _ = try await after.audit()
            try await world.databaseHolds("SELECT 1 FROM library WHERE audit_pruned > 20")
            let entries = try await after.audit()
            #expect(entries.count < 20 && entries.first.map { $0.sequence > 20 } == true)
            #expect(try await after.verifyAudit().kinds == [])
        }
    }
}

extension World {
    /// Writes into the database without the broker.
    fileprivate func tamper(_ statement: String) async throws {
        let program = "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute(sys.argv[2]); c.commit()"
        let result = try await start(
            ["/usr/bin/python3", "-c", program, "\(state)/\(getuid())/library.sqlite3", statement]
        ).result()
        #expect(result.code == 0, "\(result)")
    }

    /// Waits until a query of the database, run without the broker, has a result.
    fileprivate func databaseHolds(_ question: String) async throws {
        let program = """
            import sqlite3, sys, time
            database = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True)
            while not database.execute(sys.argv[2]).fetchall():
                time.sleep(0.02)
            """
        let file = "\(state)/\(getuid())/library.sqlite3"
        let result = try await start(["/usr/bin/timeout", "30", "/usr/bin/python3", "-c", program, file, question])
            .result()
        #expect(result.code == 0, "\(question): \(result)")
    }
}
