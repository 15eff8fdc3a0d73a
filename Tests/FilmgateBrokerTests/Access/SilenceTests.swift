import FilmgateTestKit
import FilmgateTestWorlds
import Glibc
import Testing

@Suite("Facts hidden from clients", .inProcess)
struct SilenceTests {
    @Test("a result's path reveals nothing about the fetches of others")
    func paths() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            for app in ["One", "Two"] { try await owner.grant("flatpak:org.example.\(app)", "full") }
            let one = try await world.client(flatpak: "org.example.One")
            let two = try await world.client(flatpak: "org.example.Two")
            for _ in 0..<3 { _ = try await one.fetch() }
            #expect(try await two.fetch().path.hasSuffix("/1"))
            #expect(try await one.fetch().path.hasSuffix("/4"))
        }
    }

    @Test(
        "a program of a different user is not told of grants, even of one for its own executable",
        .enabled(if: geteuid() == 0))
    func otherUsers() async throws {
        try await withWorld { world in
            let other = try await world.program("program", .user(65534))
            let mine = try await world.program()
            let identity = try await other.identity()
            #expect(try await mine.identity().id == identity.id)
            try await world.owner.grant(identity.id, "full")
            #expect(try await mine.signals("StatusChanged", count: 2).count == 2)
            // A signal to that program would have been sent before this call is answered.
            let refused = try await other.error("Authorization1", "GetStatus", "s", "read-write")
            #expect(refused.kind == "AccessDenied")
            #expect(try await other.signals(within: 0).isEmpty)
        }
    }

    @Test("an order that names a property twice is refused at once")
    func order() async throws {
        try await withWorld { world in
            let sort = BusArgument.variant("a(sb)", [["title", true], ["title", false]])
            let error = try await world.owner.error("Library1", "Fetch", "sa{sv}", "asset", .table(["sort": sort]))
            #expect(error.kind == "InvalidArgument" && error.message.contains("sort"))
        }
    }
}
