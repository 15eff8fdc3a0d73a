import FilmgateTestKit
import Glibc
import Testing

/// A program that acts for apps that do not know Filmgate, and a hostile program that has taken it over.
@Suite("A delegate")
struct DelegateTests {
    static let app = "org.example.Frame"

    @Test("picks and adds as the app for which it acts, and uses nothing that the app may see")
    func acting() async throws {
        try await withWorld { world in
            let photo = try await world.owner.add(TestPhoto.small())
            try await world.owner.grant(
                "flatpak:\(Self.app)", "full", rights: ["originals", "location", "write", "manage"])
            let app = try await world.client(flatpak: Self.app)
            let delegate = try await world.program("delegate")
            #expect(try await delegate.act(as: world.owner.process(of: app)) == "flatpak:\(Self.app)")

            let identity = try await delegate.identity()
            #expect(identity.id == "flatpak:\(Self.app)" && identity.isVerified)
            #expect(try await delegate.status() == "authorized")
            for (operation, answer) in try await AccessTable.answers(to: delegate, about: photo) {
                #expect(answer == (operation == "create" ? nil : "NotAuthorized"), "\(operation)")
            }
            #expect(try await AccessTable.kind { try await delegate.requestAccess("read-write") } == "NotAuthorized")
            #expect(try await AccessTable.kind { try await delegate.openSettings() } == "NotAuthorized")
            let added = try await delegate.add(TestPhoto.large())
            let creator = try await world.owner.properties(of: added, "creator")["creator"]?.text
            #expect(creator == "flatpak:\(Self.app)")

            let agent = try await world.agent()
            let request = try await delegate.pick()
            let prompt = try await agent.asked("pick")
            #expect(prompt.client["id"]?.text == "flatpak:\(Self.app)")
            try await agent.pick([photo], for: prompt)
            let items = try #require(try await delegate.response(to: request).items)
            let connected = try await world.owner.clients()
            func program(behind client: TestClient) -> String? {
                connected.first { $0["name"]?.text == client.name }?["through"]?.text
            }
            #expect(program(behind: delegate)?.hasSuffix("/programs/delegate") == true && program(behind: app) == nil)
            #expect(try await world.ctl("clients").output.contains("THROUGH"))
            #expect(try await world.ctl("who", photo, "--json").output.contains("/programs/delegate"))
            let handle = try #require(items.first?["handle"]?.text)
            _ = try await delegate.openItem(handle)
            // The handle is none of the app's own.
            #expect(try await AccessTable.kind { try await app.openItem(handle) } == "NotFound")

            let entries = try await world.owner.audit(["client": "flatpak:\(Self.app)"])
            let through = entries.filter { $0.values["through"]?.text?.hasSuffix("/programs/delegate") == true }
            #expect(through.contains { $0.operation == "create-assets" && $0.outcome == "allowed" })
            #expect(through.contains { $0.operation == "fetch" && $0.outcome == "not-authorized" })
            #expect(try await world.owner.audit(["operation": "act-as"]).contains { $0.about == "flatpak:\(Self.app)" })
            #expect(try await world.owner.verifyAudit().kinds.isEmpty)
        }
    }

    @Test("alone may offer other files, which the person then gets from elsewhere")
    func otherFiles() async throws {
        try await withWorld { world in
            _ = try await world.owner.add(TestPhoto.small())
            let app = try await world.client(flatpak: Self.app)
            let delegate = try await world.program("delegate")
            _ = try await delegate.act(as: world.owner.process(of: app))
            let agent = try await world.agent()
            let offer: [String: BusArgument] = ["other-files": true]
            for client in try await [app, world.owner] {
                #expect(try await AccessTable.kind { _ = try await client.pick(offer) } == "InvalidArgument")
            }
            let request = try await delegate.pick(offer)
            let prompt = try await agent.asked("pick")
            #expect(prompt.details["other-files"]?.flag == true)
            try await agent.answer(prompt, "other-files")
            let response = try await delegate.response(to: request)
            #expect(response.outcome == "success" && response.items?.isEmpty == true)
            #expect(response.results["other-files"]?.flag == true)
            let entries = try await world.owner.audit(["operation": "pick"])
            #expect(entries.contains { $0.outcome == "other-files" })

            // An agent that answers what was not offered counts as gone.
            let plain = try await delegate.pick()
            let unoffered = try await agent.asked("pick")
            #expect(unoffered.details["other-files"]?.flag != true)
            try await agent.answer(unoffered, "other-files")
            #expect(try await delegate.response(to: plain).error == "NoAgent")
        }
    }

    @Test("has the level, the limits and the rules of the app, and loses them with it")
    func levels() async throws {
        try await withWorld { world in
            let app = try await world.client(flatpak: Self.app)
            let process = try await world.owner.process(of: app)
            func delegate() async throws -> TestClient {
                let delegate = try await world.program("delegate")
                _ = try await delegate.act(as: process)
                return delegate
            }
            let first = try await delegate()
            #expect(try await AccessTable.kind { try await first.add(TestPhoto.small()) } == "NotDetermined")
            try await world.owner.grant("flatpak:\(Self.app)", "add-only")
            try await first.add(TestPhoto.small())
            try await world.owner.grant("flatpak:\(Self.app)", "none")
            #expect(try await AccessTable.kind { try await first.add(TestPhoto.small()) } == "AccessDenied")
            #expect(try await AccessTable.kind { try await first.fetch() } == "NotAuthorized")
        }
    }

    @Test("withdraws only what it added itself for the app, on the same connection")
    func withdrawing() async throws {
        try await withWorld { world in
            let app = try await world.client(flatpak: Self.app)
            let process = try await world.owner.process(of: app)
            try await world.owner.grant("flatpak:\(Self.app)", "add-only")
            func withdraw(_ asset: String, by client: TestClient) async throws {
                try await client.call("Library1", "WithdrawAdded", "as", .list([.text(asset)]))
            }
            let own = try await app.add(TestPhoto.small("own"))
            let delegate = try await world.program("delegate")
            let other = try await delegate.anotherConnection()
            for connection in [delegate, other] { _ = try await connection.act(as: process) }
            let added = try await delegate.add(TestPhoto.small("added"))
            for (connection, asset) in [(delegate, own), (other, added), (other, own)] {
                #expect(try await AccessTable.kind { try await withdraw(asset, by: connection) } == "NotFound")
            }
            #expect(try await world.owner.assets().count == 2)
            try await withdraw(added, by: delegate)
            #expect(try await world.owner.assets() == [own])
            let entries = try await world.owner.audit(["operation": "withdraw-added", "outcome": "allowed"])
            #expect(entries.count == 1 && entries[0].ids == [added])
            #expect(entries[0].values["through"]?.text?.hasSuffix("/programs/delegate") == true)

            // Without the access to add, nothing can be withdrawn.
            let last = try await delegate.add(TestPhoto.small("last"))
            try await world.owner.grant("flatpak:\(Self.app)", "none")
            #expect(try await AccessTable.kind { try await withdraw(last, by: delegate) } == "AccessDenied")
        }
    }

    @Test("acts once, before anything else, and only if the configuration names it")
    func once() async throws {
        try await withWorld { world in
            let app = try await world.client(flatpak: Self.app)
            let process = try await world.owner.process(of: app)
            let delegate = try await world.program("delegate")
            _ = try await delegate.act(as: process)
            #expect(try await AccessTable.kind { try await delegate.act(as: process) } == "Busy")

            let late = try await delegate.anotherConnection()
            _ = try await late.status()
            #expect(try await AccessTable.kind { try await late.act(as: process) } == "Busy")

            for other in [try await world.program("program"), try await world.client(flatpak: "org.example.Other")] {
                #expect(try await AccessTable.kind { try await other.act(as: 1) } == "NotAuthorized")
            }
            #expect(try await AccessTable.kind { try await world.owner.act(as: process) } == "NotAuthorized")
        }
    }

    @Test(
        "has no access at all if the process ended, is a thread, a different user's, younger than said, or no process")
    func unidentified() async throws {
        try await withWorld { world in
            let app = try await world.client(flatpak: Self.app)
            let process = try await world.owner.process(of: app)
            try await world.owner.grant("flatpak:\(Self.app)", "full")
            var attempts: [(String, BusArgument, [String: BusArgument])] = [
                ("no process", .descriptor(.memory([0])), [:]),
                ("younger", .descriptor(.process(process)), ["started": .variant("t", 1)]),
                ("ended", .descriptor(.endedProcess), [:]),
                ("a thread", .descriptor(.thread), [:]),
            ]
            if geteuid() == 0 {
                let stranger = try await world.client(.user(34))
                attempts.append(("a different user's", .descriptor(.process(stranger.pid)), [:]))
            }
            for (name, descriptor, options) in attempts {
                let delegate = try await world.program("delegate")
                let refusal = try await AccessTable.kind {
                    try await delegate.call("Delegation1", "ActAs", "ha{sv}", descriptor, .table(options))
                }
                #expect(refusal == "AccessDenied", "\(name)")
                #expect(try await AccessTable.kind { try await delegate.status() } == "AccessDenied", "\(name)")
                #expect(try await delegate.identity().id == "", "\(name)")
            }
        }
    }

    @Test("gains nothing from the processes of the owner's tools, of agents, or from its own")
    func privileged() async throws {
        try await withWorld { world in
            let photo = try await world.owner.add(TestPhoto.small())
            let agent = try await world.agentProgram()
            let delegate = try await world.program("delegate")
            let processes = [
                try await world.owner.process(of: world.owner), try await world.owner.process(of: agent),
                try await world.owner.process(of: delegate),
            ]
            for process in processes {
                let other = try await delegate.anotherConnection()
                #expect(try await other.act(as: process).hasPrefix("exe:"))
                for (operation, answer) in try await AccessTable.answers(to: other, about: photo) {
                    #expect(answer == (operation == "create" ? "NotDetermined" : "NotAuthorized"), "\(operation)")
                }
                #expect(try await AccessTable.kind { try await ScriptedAgent(other).register() } == "NotAuthorized")
                #expect(try await AccessTable.kind { try await other.audit() } == "NotAuthorized")
            }
        }
    }
}
