import FilmgateTestKit
import FilmgateTestWorlds
import Testing

@Suite("Questions in the audit log", .inProcess)
struct PromptAuditTests {
    @Test("have their answers, by a person or by a rule, or that there was no agent")
    func outcomes() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try await owner.add(TestPhoto.small())
            let agent = try await world.agent()
            let answers: [(String, [String: BusArgument], String)] = [
                ("Allow", ["decision": "allow"], "allow"),
                ("Limit", ["decision": "limit", "selection": .texts([photo])], "limit"),
                ("Deny", ["decision": "deny"], "deny"), ("Dismiss", ["decision": "dismiss"], "dismiss"),
                ("Rule", ["decision": "allow", "rule": "kiosk.conf [\u{202e}*]"], "allow-by-rule"),
                ("No", ["decision": "deny", "rule": "kiosk.conf [*]"], "deny-by-rule"),
                ("Broken", ["decision": "perhaps"], "no-agent"),
            ]
            for (name, answer, outcome) in answers {
                let app = try await world.client(flatpak: "org.example.\(name)")
                let request = try await app.requestAccess()
                try await agent.answer(agent.asked(), answer)
                _ = try await app.response(to: request)
                let entries = try await owner.audit(["client": .text("flatpak:org.example.\(name)")])
                #expect(
                    entries.map(\.operation) == ["request-access"] && entries.map(\.outcome) == [outcome], "\(name)")
                if outcome == "limit" { #expect(entries.first?.ids == [photo]) }
                if name == "Rule" { #expect(entries.first?.values["detail"]?.text == "kiosk.conf [*]") }
            }
            #expect(try await owner.audit(["operation": "register-agent"]).map(\.outcome) == ["allowed"])
            let stranger = try await world.program()
            _ = try await refusal { try await ScriptedAgent(stranger).register() }
            #expect(
                try await owner.audit(["operation": "register-agent"]).map(\.outcome) == ["allowed", "not-authorized"])
        }
    }

    @Test("include edits of selections and confirmations")
    func others() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(2))
            try await owner.grant("flatpak:org.example.App", "limited", selection: [photos[0]])
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            let request = try await app.editSelection()
            try await agent.answer(agent.asked("selection"), ["decision": "done", "selection": .texts([photos[1]])])
            #expect(try await app.response(to: request).outcome == "success")
            async let deleted: Void = app.delete(photos[1], interactive: true)
            try await agent.answer(agent.asked("confirm"), "allow")
            try await deleted
            let entries = try await owner.audit(["client": "flatpak:org.example.App"]).filter {
                ["edit-selection", "confirm-changes", "delete-assets"].contains($0.operation)
            }
            #expect(
                Set(entries.map { "\($0.operation) \($0.outcome)" }) == [
                    "edit-selection allow", "confirm-changes allow", "delete-assets allowed",
                ])
            #expect(Set(entries.first { $0.operation == "edit-selection" }?.ids ?? []) == Set(photos))
        }
    }

    @Test("are not there for an unidentified caller, which is in the journal once, with the reason", .asProcesses)
    func doubts() async throws {
        try await withWorld { world in
            let app = try await world.client(
                flatpak: "org.example.App", SandboxOptions(info: Array("[Application]\n".utf8)))
            for _ in 0..<5 {
                #expect(try await refusal { try await app.requestAccess() }.kind == "AccessDenied")
                #expect(try await refusal { try await app.status() }.kind == "AccessDenied")
            }
            let lines = try world.broker.log.split(separator: "\n").filter { $0.contains(app.name) }
            #expect(lines.count == 1 && lines.first?.contains("could not be identified") == true, "\(lines)")
        }
    }
}
