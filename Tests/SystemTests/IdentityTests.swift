import FilmgateTestKit
import Glibc
import Testing

@Suite("A caller's identity")
struct IdentityTests {
    @Test("comes from the proxy's sandbox: what an app shows of itself inside does not count")
    func claim() async throws {
        try await withWorld { world in
            try await world.owner.grant("flatpak:org.example.Trusted", "full")
            let claim = Array("[Application]\nname=org.example.Trusted\n".utf8)
            let app = try await world.client(flatpak: "org.example.App", SandboxOptions(claim: claim))
            let identity = try await app.identity()
            #expect(identity.id == "flatpak:org.example.App")
            #expect(try await app.status() == "not-determined")
        }
    }

    @Test(
        "is unknown, without any access, if the sandbox's mark is invalid",
        arguments: [
            "", "\0", "name=org.example.Trusted\n", "[Application]\n", "[Application]\nname=\n",
            "[Application]\nname=two.parts\n", "[Application]\nname=org.example.Trusted/../x\n",
            "[Application]\nname=org.example.Trusted\0\n", "[Application]\nname=org..example\n",
            "[Application]\nname=org.example.Trusted \u{202e}\n",
            "[Application]\nname=org.example.Trusted\n" + String(repeating: "#", count: 64 * 1024),
        ])
    func malformedMark(_ info: String) async throws {
        try await withWorld { world in
            let asset = try await world.owner.add(TestPhoto.small())
            try await world.owner.grant("flatpak:org.example.Trusted", "full")
            let app = try await world.client(flatpak: "org.example.Trusted", SandboxOptions(info: Array(info.utf8)))
            let identity = try await app.identity()
            #expect(identity.id == "" && !identity.isVerified)
            for (operation, answer) in try await AccessTable.answers(to: app, about: asset) {
                #expect(answer == "AccessDenied", "\(operation)")
            }
            #expect(try await AccessTable.kind { try await app.status() } == "AccessDenied")
        }
    }

    @Test("outside of sandboxes is the program's executable, which proves nothing")
    func program() async throws {
        try await withWorld { world in
            let answer = try await world.run(
                "/usr/bin/gdbus", "call", "--session", "--dest", TestClient.service, "--object-path", TestClient.root,
                "--method", "org.filmgate.Authorization1.GetClient")
            #expect(answer.output.contains("'exe:/usr/bin/gdbus'"), "\(answer)")
            #expect(answer.output.contains("'verified': <false>"))
        }
    }

    @Test("differs between an app and a program of the host with the same name")
    func kinds() async throws {
        try await withWorld { world in
            try await world.owner.grant("exe:/org.example.App", "full")
            try await world.owner.grant("app:org.example.App", "full")
            let app = try await world.client(flatpak: "org.example.App")
            #expect(try await app.status() == "not-determined")
        }
    }

    @Test("of a different user of the machine gives no library, no status, nothing", .enabled(if: geteuid() == 0))
    func otherUser() async throws {
        try await withWorld { world in
            let asset = try await world.owner.add(TestPhoto.small())
            for client in ["flatpak:org.example.App", "exe:/usr/bin/python3.11"] {
                try await world.owner.grant(client, "full")
            }
            let other = try await world.client(.user(65534))
            for (operation, answer) in try await AccessTable.answers(to: other, about: asset) {
                #expect(answer == "AccessDenied", "\(operation)")
            }
            for error in try await [
                refusal { try await other.status() },
                other.error("Admin1", "SetGrant", "ssa{sv}", "exe:/x", "full", [:]),
                other.error("Admin1", "ResetGrant", "sa{sv}", "exe:/x", [:]),
                other.error("Admin1", "GetSelection", "sa{sv}", "exe:/x", [:]),
                other.error("Admin1", "ChangeSelection", "sasasa{sv}", "exe:/x", [], [], [:]),
                other.error("Admin1", "ListClients"), other.error("Maintenance1", "GetSummary", "a{sv}", [:]),
            ] {
                #expect(error.kind == "AccessDenied", "\(error)")
            }
            #expect(try await world.owner.assets() == [asset])
        }
    }

    @Test("outlives the broker for a connection that it knew; for one made while no broker runs it is unknown")
    func brokerRestart() async throws {
        try await withWorld { world in
            try await world.owner.grant("flatpak:org.example.App", "full")
            let app = try await world.client(flatpak: "org.example.App")
            #expect(try await app.status() == "authorized")
            try await world.restartBroker()
            #expect(try await app.identity().id == "flatpak:org.example.App")
            #expect(try await app.status() == "authorized")
            try await world.killBroker()
            let meanwhile = try await world.client(flatpak: "org.example.App")
            try await world.startBroker()
            #expect(try await app.status() == "authorized")
            #expect(try await meanwhile.identity().id == "", "nobody saw it come")
            #expect(try await refusal { try await meanwhile.status() }.kind == "AccessDenied")
            #expect(try await meanwhile.anotherConnection().status() == "authorized")
        }
    }
}
