import FilmgateTestKit
import Foundation
import Testing

@Suite(
    "The password for what is picked by hand on the system bus",
    .enabled(if: SystemWorld.hindrance == nil, "\(SystemWorld.hindrance ?? "")"))
struct PickPasswordTests {
    private static let (extend, pick) = ("org.filmgate.extend-own-grants", "org.filmgate.pick-for-programs")
    private static let anna = SystemWorld.User.anna

    /// One of anna's programs without a sandbox, in a system with one photo and an agent.
    private struct PickWorld {
        let system: SystemWorld
        let agent: ScriptedAgent
        let ids: [String]

        /// - Parameter session: the label of the session in which the agent runs; nil for none.
        init(_ system: SystemWorld, agentIn session: String? = nil) async throws {
            self.system = system
            try system.answer(["*": "yes"])
            ids = [try await system.client(PickPasswordTests.anna, "tool").add(TestPhoto.small())]
            agent = try await Self.agent(system, in: session)
            try system.answer(["*": "yes", PickPasswordTests.extend: "no", PickPasswordTests.pick: "no"])
            try system.forgetAsked()
        }

        static func agent(_ system: SystemWorld, in session: String?) async throws -> ScriptedAgent {
            let agent = ScriptedAgent(
                try await system.client(PickPasswordTests.anna, "agent", group: .agents, session: session))
            try await agent.register()
            return agent
        }

        /// A program asks, and the agent picks.
        ///
        /// - Returns: the response, and the actions that polkit was asked about meanwhile.
        func picked(
            for program: String, by other: ScriptedAgent? = nil, _ answer: [String: BusArgument] = [:]
        ) async throws -> (response: Response, asked: [String]) {
            try system.forgetAsked()
            let client = try await system.client(PickPasswordTests.anna, program)
            let request = try await client.pick()
            try await (other ?? agent).pick(ids, answer)
            let response = try await client.response(to: request)
            if let handle = response.items?.first?["handle"]?.text {
                #expect(try await client.openItem(handle).file.size > 0)
            }
            #expect(try await refusal { try await client.assets() }.kind == "NotDetermined")
            return (response, try system.asked.map { $0[0] })
        }
    }

    /// Makes anna have a session.
    ///
    /// - Parameters:
    ///   - seat: nil for a session without one.
    ///   - type: `wayland`, `x11` or `tty`.
    private static func logIn(
        _ label: String, _ state: String, seat: String? = "seat0", type: String = "wayland", in system: SystemWorld
    ) async throws {
        try await system.send("log-in \(anna.id) \(anna.name) \(label) \(state) \(seat ?? "-") user \(type)")
    }

    @Test("outside of Wayland sessions polkit is asked each time, about an action of its own that it may keep")
    func outsideOfWayland() async throws {
        try await withSystem { system in
            let place = try await PickWorld(system)
            let program = try await system.client(Self.anna, "program")
            let request = try await program.pick()
            try await place.agent.pick(place.ids)
            let refused = try await program.response(to: request)
            #expect(refused.outcome == "failed" && refused.error == "NotAuthorized" && refused.items?.isEmpty == true)
            #expect(try system.asked.map { [$0[0], $0[4]] } == [[Self.pick, "limited"]])
            #expect(try system.asked.first?[5].hasPrefix("give photos of anna that were picked to ") == true)
            let again = try await refusal { try await program.pick() }
            #expect(again.kind == "Busy", "nobody is asked for a password again and again")

            try system.answer(["*": "no", Self.pick: "yes"])
            let given = try await place.picked(for: "other")
            #expect(given.response.outcome == "success" && given.asked == [Self.pick])
        }
    }

    @Test("the sessions of the agent count: only one of Wayland in the foreground at a seat, of the person, needs none")
    func sessions() async throws {
        try await withSystem { system in
            try await Self.logIn("w", "active", in: system)
            let place = try await PickWorld(system, agentIn: "w")
            let free = try await place.picked(for: "program0")
            #expect(free.response.outcome == "success" && free.asked.isEmpty)
            await place.agent.client.end()

            let others: [(String, String, String?, String)] = [
                ("x", "active", "seat0", "x11"), ("t", "active", "seat0", "tty"), ("s", "active", nil, "wayland"),
                ("b", "online", "seat0", "wayland"),
            ]
            for (number, (label, state, seat, type)) in others.enumerated() {
                try await Self.logIn(label, state, seat: seat, type: type, in: system)
                let agent = try await PickWorld.agent(system, in: label)
                let asked = try await place.picked(for: "program\(number + 1)", by: agent)
                #expect(asked.response.error == "NotAuthorized" && asked.asked == [Self.pick], "\(label)")
                await agent.client.end()
            }
        }
    }

    @Test("an agent that the user's own service manager started counts as being in the user's main session")
    func service() async throws {
        try await withSystem { system in
            try await Self.logIn("x", "active", type: "x11", in: system)
            let place = try await PickWorld(system, agentIn: "@")
            #expect(try await place.picked(for: "first").asked == [Self.pick])
            try await Self.logIn("w", "active", in: system)
            #expect(try await place.picked(for: "second").asked.isEmpty)
        }
    }

    @Test("in a Wayland session a rule, and items that the program also sees later, need the password of a grant")
    func notByHand() async throws {
        try await withSystem { system in
            try await Self.logIn("w", "active", in: system)
            let place = try await PickWorld(system, agentIn: "w")
            let ruled = try await place.picked(for: "ruled", ["rule": "own.rules [*]"])
            #expect(ruled.response.error == "NotAuthorized" && ruled.asked == [Self.extend])

            let limited = try await system.client(Self.anna, "limited")
            async let response = limited.askForAccess()
            try await place.agent.answer(place.agent.asked(), ["decision": "limit", "selection": .texts([])])
            #expect(try await response.status == "limited")
            try system.forgetAsked()
            let request = try await limited.pick(["keep": true])
            try await place.agent.pick(place.ids, ["keep": true])
            #expect(try await limited.response(to: request).error == "NotAuthorized")
            #expect(try system.asked.map { $0[0] } == [Self.extend])
            #expect(try await limited.assets().isEmpty)
        }
    }

    @Test(
        "policy says for which sessions it is needed",
        arguments: [
            ("never", "x11", nil), ("always", "wayland", "org.filmgate.extend-own-grants"), ("x11", "wayland", nil),
            ("x11", "x11", "org.filmgate.pick-for-programs"),
        ] as [(String, String, String?)])
    func policy(_ rule: String, _ type: String, _ asked: String?) async throws {
        try await withSystem { system in
            try "[*]\npick-password=\(rule)\n".write(
                toFile: "\(system.folder)/policy.d/pick.conf", atomically: true, encoding: .utf8)
            await system.endBroker()
            try await system.startBroker()
            try await Self.logIn("s", "active", type: type, in: system)
            let place = try await PickWorld(system, agentIn: "s")
            let found = try await place.picked(for: "program")
            #expect(found.asked == [asked].compactMap(\.self))
            #expect(found.response.outcome == (asked == nil ? "success" : "failed"))
        }
    }
}
