import FilmgateTestKit
import Foundation
import Testing

@Suite("Identification on the system bus", .enabled(if: SystemWorld.hindrance == nil, "\(SystemWorld.hindrance ?? "")"))
struct IdentifyTests {
    @Test("the broker, which may not look itself, identifies programs, tools and sandboxed apps of several users")
    func kinds() async throws {
        try await withSystem { system in
            for user in [SystemWorld.User.anna, .ben] {
                let app = try await system.client(user, flatpak: "org.example.Viewer").identity()
                #expect(app.id == "flatpak:org.example.Viewer" && app.isVerified)
                let program = try await system.client(user, "program", isInSession: true).identity()
                #expect(program.id == "exe:\(system.folder)/programs/program" && !program.isVerified)
                let tool = try await system.client(user, "tool")
                #expect(try await tool.identity().id == "exe:\(system.folder)/programs/tool")
                #expect(try await tool.status() == "authorized")
            }
            #expect(try await system.client(.root).identity().id == "system:0")
        }
    }

    @Test(
        "without filmgate-identify no new caller is identified; when it is back they are, on the same connections"
    )
    func absence() async throws {
        try await withSystem { system in
            let known = try await system.client(.anna, flatpak: "org.example.Viewer")
            #expect(try await known.status() == "not-determined")
            await system.endIdentify()
            // Identified callers stay so.
            #expect(try await known.status() == "not-determined")
            let app = try await system.client(.anna, flatpak: "org.example.Viewer")
            let tool = try await system.client(.anna, "tool")
            for client in [app, tool] {
                #expect(
                    try await client.error("Authorization1", "GetStatus", "s", .text("read-write")).kind
                        == "AccessDenied")
            }
            try await system.startIdentify()
            while try await Self.status(of: app) == nil {}
            #expect(try await app.status() == "not-determined")
            while try await Self.status(of: tool) == nil {}
            #expect(try await tool.status() == "authorized")
        }
    }

    /// Nil where access is denied.
    private static func status(of client: TestClient) async throws -> String? {
        do {
            return try await client.status()
        } catch let error as BusError where error.kind == "AccessDenied" {
            return nil
        }
    }

    @Test("only the broker can call filmgate-identify, and no other program can own its name")
    func callers() async throws {
        try await withSystem { system in
            for client in [
                try await system.client(.anna, "tool"), try await system.client(.ben, flatpak: "org.example.Viewer"),
                try await system.client(.root),
            ] {
                let service = "org.filmgate.Identify1"
                let error = try await client.error(
                    service, "Identify", "sut", .text(client.name), .integer(0), .integer(1),
                    at: "/org/filmgate/Identify1",
                    on: service)
                #expect(
                    ["AccessDenied", "ServiceUnknown", "NameHasNoOwner"].contains(error.kind), "\(error.name)")
                let bus = "org.freedesktop.DBus"
                let refusal = try await client.error(
                    bus, "RequestName", "su", .text(service), .integer(0), at: "/org/freedesktop/DBus", on: bus)
                // A sandbox's proxy does not even let the app ask.
                #expect(["AccessDenied", "ServiceUnknown"].contains(refusal.kind), "\(refusal.name)")
            }
        }
    }
}
