import FilmgateTestKit
import Foundation
import Testing

@Suite(
    "Answers that need a password on the system bus",
    .enabled(if: SystemWorld.hindrance == nil, "\(SystemWorld.hindrance ?? "")"))
struct AnswerTests {
    private static let extend = "org.filmgate.extend-own-grants"
    private static let anna = SystemWorld.User.anna

    private static func agent(in system: SystemWorld, unit: String? = nil) async throws -> ScriptedAgent {
        let agent = ScriptedAgent(try await system.client(anna, "agent", group: .agents, session: unit))
        try await agent.register()
        return agent
    }

    private static func response(
        to client: TestClient, _ access: String = "read-write", by agent: ScriptedAgent, _ answer: [String: BusArgument]
    ) async throws -> Response {
        async let response = client.askForAccess(access)
        try await agent.answer(agent.asked(), answer)
        return try await response
    }

    private static func edited(
        _ client: TestClient, by agent: ScriptedAgent, _ selection: [String], rule: String? = nil
    ) async throws -> Response {
        var answer: [String: BusArgument] = ["decision": "done", "selection": .texts(selection)]
        answer["rule"] = rule.map { .text($0) }
        let request = try await client.editSelection()
        try await agent.answer(agent.asked("selection"), answer)
        return try await client.response(to: request)
    }

    private static func photos(_ count: Int, in system: SystemWorld) async throws -> [String] {
        let tool = try await system.client(anna, "tool")
        return try await TestPhoto.several(count).asyncMap { try await tool.add($0) }
    }

    @Test(
        "answers that show photos to a program without a sandbox need one; those that show none or hide some do not"
    )
    func programs() async throws {
        try await withSystem { system in
            try system.answer(["*": "yes", Self.extend: "no"])
            let ids = try await Self.photos(2, in: system)
            let agent = try await Self.agent(in: system)
            try system.forgetAsked()
            let answers: [[String: BusArgument]] = [
                ["decision": "allow"], ["decision": "limit", "selection": .texts(ids)],
                ["decision": "limit", "selection": .texts(ids), "rule": "r"],
            ]
            for (number, answer) in answers.enumerated() {
                let program = try await system.client(Self.anna, "program\(number)")
                let response = try await Self.response(to: program, by: agent, answer)
                #expect(response.outcome == "failed" && response.error == "NotAuthorized", "\(answer)")
                #expect(response.status == "not-determined")
                #expect(try await program.status() == "not-determined")
                let again = try await refusal { try await program.requestAccess() }
                #expect(again.kind == "Busy", "it waits as after a dismissal, and nobody is asked for a password again")
                await program.end()
            }
            let asked = try system.asked
            #expect(asked.map { $0[0] } == [Self.extend, Self.extend, Self.extend])
            #expect(asked.map { $0[4] } == ["full", "limited", "limited"])
            #expect(asked.allSatisfy { $0[3].contains("/programs/program") && $0[5].contains("anna") })

            try system.forgetAsked()
            let program = try await system.client(Self.anna, "program")
            #expect(
                try await Self.response(to: program, "add-only", by: agent, ["decision": "allow"]).outcome == "success")
            let none: [String: BusArgument] = ["decision": "limit", "selection": .texts([])]
            #expect(try await Self.response(to: program, by: agent, none).status == "limited")
            #expect(try system.asked.isEmpty, "none of these shows it a photo")

            let second = try await system.client(Self.anna, "second")
            #expect(try await Self.response(to: second, by: agent, none).status == "limited")
            let refused = try await Self.edited(second, by: agent, ids)
            #expect(refused.outcome == "failed" && refused.error == "NotAuthorized")
            #expect(try await second.assets().isEmpty)
            #expect(try await refusal { try await second.editSelection() }.kind == "Busy")
            #expect(try system.asked.map { [$0[0], $0[4]] } == [[Self.extend, "limited"]])
            try system.answer(["*": "yes"])
            #expect(try await Self.edited(program, by: agent, ids).outcome == "success")
            #expect(try await Set(program.assets()) == Set(ids))
            try system.forgetAsked()
            #expect(try await Self.edited(program, by: agent, [ids[0]]).outcome == "success")
            #expect(try await program.assets() == [ids[0]])
            #expect(try system.asked.isEmpty, "hiding a photo takes none")
            let other = try await system.client(Self.anna, "other")
            #expect(try await Self.response(to: other, by: agent, ["decision": "deny"]).outcome == "denied")
            #expect(try system.asked.isEmpty)
        }
    }

    @Test("a person answers an app in a sandbox without one; a rule that the person's own programs can write needs one")
    func rules() async throws {
        try await withSystem { system in
            try system.answer(["*": "yes", Self.extend: "no"])
            let ids = try await Self.photos(2, in: system)
            let agent = try await Self.agent(in: system)
            try system.forgetAsked()
            var given: [(access: String, answer: [String: BusArgument], level: String)] = [
                ("read-write", ["decision": "allow"], "full"),
                ("read-write", ["decision": "limit", "selection": .texts(ids)], "limited"),
                ("read-write", ["decision": "limit", "selection": .texts([])], "limited"),
                ("add-only", ["decision": "allow"], "add-only"),
            ]
            for (number, item) in given.enumerated() {
                let app = try await system.client(Self.anna, flatpak: "org.example.Person\(number)")
                #expect(try await Self.response(to: app, item.access, by: agent, item.answer).outcome == "success")
                if item.level == "limited" {
                    #expect(try await Self.edited(app, by: agent, ids).outcome == "success")
                }
            }
            #expect(try system.asked.isEmpty)

            for index in given.indices { given[index].answer["rule"] = "own.rules [*]" }
            for (number, item) in given.enumerated() {
                let app = try await system.client(Self.anna, flatpak: "org.example.Rule\(number)")
                let response = try await Self.response(to: app, item.access, by: agent, item.answer)
                #expect(response.outcome == "failed" && response.error == "NotAuthorized", "\(item)")
                #expect(response.status == "not-determined")
                #expect(try system.asked.last?[4] == item.level)
            }
            #expect(try system.asked.map { $0[0] } == Array(repeating: Self.extend, count: given.count))
            let limited = try await system.client(Self.anna, flatpak: "org.example.Person2")
            #expect(try await Self.edited(limited, by: agent, [ids[0]], rule: "own.rules [*]").outcome == "success")
            #expect(try await Self.edited(limited, by: agent, ids, rule: "own.rules [*]").error == "NotAuthorized")
            #expect(try await limited.assets() == [ids[0]])

            try system.forgetAsked()
            let denied = try await system.client(Self.anna, flatpak: "org.example.Denied")
            let no: [String: BusArgument] = ["decision": "deny", "rule": "own.rules [*]"]
            #expect(try await Self.response(to: denied, by: agent, no).outcome == "denied")
            #expect(try system.asked.isEmpty)
        }
    }

    @Test(
        "an administrator's rules, used by the system's own unit of this user, answer apps in sandboxes without one"
    )
    func administrators() async throws {
        try await withSystem { system in
            try system.answer(["*": "yes", Self.extend: "no"])
            let ids = try await Self.photos(1, in: system)
            try system.forgetAsked()
            let limit: [String: BusArgument] = [
                "decision": "limit", "selection": .texts(ids), "rule": "1000.rules [*]",
            ]
            let units = [
                ("filmgate-agent@61790.service", true), ("filmgate-agent@61791.service", false),
                ("filmgate-agent@061790.service", false), ("other.service", false),
            ]
            for (number, (unit, isTrusted)) in units.enumerated() {
                let agent = try await Self.agent(in: system, unit: unit)
                let app = try await system.client(Self.anna, flatpak: "org.example.App\(number)")
                let response = try await Self.response(to: app, by: agent, limit)
                #expect(response.status == (isTrusted ? "limited" : "not-determined"), "\(unit)")
                if isTrusted {
                    #expect(try system.asked.isEmpty)
                    let program = try await system.client(Self.anna, "program")
                    let refused = try await Self.response(to: program, by: agent, limit)
                    #expect(refused.error == "NotAuthorized", "no rule proves who a program is")
                }
                await agent.client.end()
            }
        }
    }
}

extension Array {
    fileprivate func asyncMap<Result>(_ transform: (Element) async throws -> Result) async rethrows -> [Result] {
        var results: [Result] = []
        for element in self { results.append(try await transform(element)) }
        return results
    }
}
