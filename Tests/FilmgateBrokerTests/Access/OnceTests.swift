import FilmgateTestKit
import FilmgateTestWorlds
import Testing

@Suite("A grant that an administrator gives once", .inProcess)
struct OnceTests {
    private static let id = "flatpak:org.example.App"
    private static let once: [String: BusArgument] = ["once": true]

    private static func awaitStatus(_ status: String?, by owner: TestClient) async throws {
        try await eventually {
            try await owner.grants().first { $0["client"]?.text == id }?["read-write"]?.text == status
        }
    }

    @Test("lasts until the app's last connection ends, also one on which it has not called, and is logged then")
    func lastConnection() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(TestPhoto.small())
            let first = try await world.client(flatpak: "org.example.App")
            let second = try await world.client(flatpak: "org.example.App")
            try await owner.grant(Self.id, "limited", selection: [photo], others: Self.once)
            let listed = try #require(try await owner.grants().first)
            #expect(listed["once"] == .flag(true) && listed["expires"] == nil && listed["connection"] == nil)
            #expect(try await first.assets() == [photo])
            await first.end()
            #expect(try await second.assets() == [photo])
            await second.end()
            try await Self.awaitStatus(nil, by: owner)
            // The store follows.
            try await eventually { try await owner.selection(of: Self.id).isEmpty }
            let next = try await world.client(flatpak: "org.example.App")
            #expect(try await next.status() == "not-determined")
            let entries = try await owner.audit(["operation": "expire-grant"])
            #expect(entries.count == 1 && entries.first?.about == Self.id, "\(entries)")
        }
    }

    @Test("goes on with a connection that came while another one was there")
    func besides() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(TestPhoto.small())
            let first = try await world.client(flatpak: "org.example.App")
            try await owner.grant(Self.id, "full", others: Self.once)
            for _ in 0..<2 {
                let second = try await world.client(flatpak: "org.example.App")
                #expect(try await second.assets() == [photo])
                await second.end()
            }
            let last = try await world.client(flatpak: "org.example.App")
            #expect(try await last.assets() == [photo])
            await first.end()
            #expect(try await last.assets() == [photo])
            await last.end()
            try await Self.awaitStatus(nil, by: owner)
        }
    }

    @Test("is for a program of the person as a whole, too, and gives way to what policy gives")
    func policy() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(TestPhoto.small())
            try world.writePolicy("[\(Self.id)]\npreset=add-only\n")
            try await world.reloadPolicy()
            let app = try await world.client(flatpak: "org.example.App")
            try await owner.grant(Self.id, "full", others: Self.once)
            #expect(try await app.assets() == [photo])
            await app.end()
            let next = try await world.client(flatpak: "org.example.App")
            try await eventually { try await next.status() != "authorized" }
            #expect(try await next.status("add-only") == "authorized", "the preset")

            let program = try await world.program()
            let id = try await program.identity().id
            let other = try await program.anotherConnection()
            try await owner.grant(id, "full", others: Self.once)
            #expect(try await program.assets() == [photo])
            #expect(try await other.assets() == [photo])
            await program.end()
            try await eventually { try await !owner.grants().contains { $0["client"]?.text == id } }
        }
    }

    @Test("is refused for an app that is not connected, and together with a time")
    func refused() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let gone = try await refusal { try await owner.grant(Self.id, "full", others: Self.once) }
            #expect(gone.kind == "InvalidArgument" && gone.message.contains("start it"), "\(gone)")
            let app = try await world.client(flatpak: "org.example.App")
            let both = try await refusal {
                try await owner.grant(Self.id, "full", expires: 4_000_000_000_000_000, others: Self.once)
            }
            #expect(both.kind == "InvalidArgument", "\(both)")
            #expect(try await app.status() == "not-determined")
            try await owner.grant(Self.id, "full", others: ["once": false])
            await app.end()
            let next = try await world.client(flatpak: "org.example.App")
            #expect(try await next.status() == "authorized", "for good")
        }
    }

    @Test("outlives the broker while the app is connected, and ends if it left meanwhile", .asProcesses)
    func restart() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let app = try await world.client(flatpak: "org.example.App")
            try await owner.grant(Self.id, "full", others: Self.once)
            try await world.killBroker()
            try await world.startBroker()
            #expect(try await app.status() == "authorized")
            try await world.killBroker()
            await app.end()
            try await world.startBroker()
            try await Self.awaitStatus(nil, by: owner)
            let next = try await world.client(flatpak: "org.example.App")
            #expect(try await next.status() == "not-determined")
        }
    }
}
