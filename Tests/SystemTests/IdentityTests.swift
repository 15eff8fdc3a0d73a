import FilmgateTestKit
import Glibc
import Testing

@Suite("Who asks")
struct IdentityTests {
    @Test("is told by the proxy's sandbox: what an app shows of itself inside counts for nothing")
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
        "is nobody, with no access at all, where the sandbox' mark is not as it must be",
        arguments: [
            "", "\0", "name=org.example.Trusted\n", "[Application]\n", "[Application]\nname=\n",
            "[Application]\nname=two.parts\n", "[Application]\nname=org.example.Trusted/../x\n",
            "[Application]\nname=org.example.Trusted\0\n", "[Application]\nname=org..example\n",
            "[Application]\nname=org.example.Trusted \u{202e}\n",
            "[Application]\nname=org.example.Trusted\n" + String(repeating: "#", count: 64 * 1024),
        ])
    func malformedMark(_ info: String) async throws {
        try await withWorld { world in
            let asset = try await world.owner.add(Photo.small())
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

    @Test("is a program outside of sandboxes by its executable, which proves nothing")
    func program() async throws {
        try await withWorld { world in
            let answer = try await world.run(
                "/usr/bin/gdbus", "call", "--session", "--dest", Client.service, "--object-path", Client.root,
                "--method", "org.filmgate.Authorization1.GetClient")
            #expect(answer.output.contains("'exe:/usr/bin/gdbus'"), "\(answer)")
            #expect(answer.output.contains("'verified': <false>"))
        }
    }

    @Test("an app and a program of the host of the same name are two clients")
    func kinds() async throws {
        try await withWorld { world in
            try await world.owner.grant("exe:/org.example.App", "full")
            try await world.owner.grant("app:org.example.App", "full")
            let app = try await world.client(flatpak: "org.example.App")
            #expect(try await app.status() == "not-determined")
        }
    }

    @Test("is another user of the machine: no library, no status, nothing", .enabled(if: geteuid() == 0))
    func otherUser() async throws {
        try await withWorld { world in
            let asset = try await world.owner.add(Photo.small())
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

    @Test("is forgotten with the broker where nothing vouches for it: a connection of before stays itself")
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
