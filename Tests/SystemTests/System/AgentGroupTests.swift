import FilmgateTestKit
import Foundation
import Testing

/// The agent's file is set-group-ID: the bus lets only its group reach AgentManager1.
@Suite(
    "No program gets hold of the agents' group",
    .enabled(if: SystemWorld.hindrance == nil, "\(SystemWorld.hindrance ?? "")"))
struct AgentGroupTests {
    private static let rule = "flatpak:* read-write=deny"

    /// The genuine installed agent, and a program that records that it was run.
    private static func withInstalledAgent(
        _ body: (_ system: SystemWorld, _ agent: String, _ trap: String, _ wasSprung: () -> Bool) async throws -> Void
    ) async throws {
        try await withSystem { system in
            let (agent, trap) = ("\(system.folder)/programs/agent", "\(system.folder)/tmp/trap")
            let mark = trap + ".sprung"
            let set = """
                cp "$1" "$2" && chgrp 61783 "$2" && chmod 2755 "$2"
                printf '#!/bin/sh\\nid -g >%s\\n' "$4" >"$3" && chmod 755 "$3"
                """
            let made = try ChildProcess.run([
                "/bin/sh", "-c", set, "sh", BuiltProgram.path("filmgate-agent"), agent, trap, mark,
            ])
            try #require(made.code == 0)
            try await body(system, agent, trap) { FileManager.default.fileExists(atPath: mark) }
        }
    }

    private static let programs = [
        "unixexec:path=", "unix:path=/nonexistent;unixexec:path=", "autolaunch:scope=", "tcp:host=",
    ]

    @Test("no address makes the agent start a program: neither an option nor the environment", arguments: programs)
    func addresses(_ kind: String) async throws {
        try await Self.withInstalledAgent { system, agent, trap, wasSprung in
            try system.answer(["*": "yes"])
            let address = kind + trap
            let option = try await system.start([agent, "--answer", Self.rule, "--bus", address], as: .anna).result()
            #expect(option.code != 0 && option.errors.contains("uses the system bus only"), "\(option)")
            #expect(!wasSprung())
            for variable in ["FILMGATE_BUS_ADDRESS", "DBUS_SYSTEM_BUS_ADDRESS", "DBUS_SESSION_BUS_ADDRESS"] {
                let running = try system.start(
                    ["/usr/bin/env", "\(variable)=\(address)", agent, "--answer", Self.rule], as: .anna)
                // It is on the system bus, where it is an agent.
                let app = try await system.client(.anna, flatpak: "org.example.App")
                while try await app.askForAccess().outcome != "denied" {
                    guard !running.hasEnded else { throw ClientFailure(await running.log.all()) }
                }
                #expect(!wasSprung(), "\(variable)")
                running.kill()
                await running.ended()
                try await system.client(.anna, "tool").call(
                    "Admin1", "ResetGrant", "sa{sv}", "flatpak:org.example.App", [:])
                await app.end()
            }
        }
    }

    @Test("the agent writes no file with its group when a variable of its caller's asks for one")
    func log() async throws {
        try await Self.withInstalledAgent { system, agent, _, _ in
            let running = try system.start(
                ["/usr/bin/env", "LIBDISPATCH_LOG=file", agent, "--answer", Self.rule], as: .anna)
            let app = try await system.client(.anna, flatpak: "org.example.App")
            while try await app.askForAccess().outcome != "denied" {
                guard !running.hasEnded else { throw ClientFailure(await running.log.all()) }
            }
            #expect(!FileManager.default.fileExists(atPath: "/var/tmp/libdispatch.\(running.pid).log"))
        }
    }

    @Test("other programs accept no such address either, though they have no group to lend", arguments: programs)
    func otherPrograms(_ kind: String) async throws {
        try await Self.withInstalledAgent { system, agent, trap, wasSprung in
            for (program, arguments, user) in [
                ("filmgatectl", ["status"], SystemWorld.User.anna),
                ("filmgate-agent", ["--answer", Self.rule], .anna),
                ("filmgated", ["--state", "\(system.folder)/tmp/state"], .root),
            ] {
                let result = try await system.start(
                    [BuiltProgram.path(program)] + arguments + ["--bus", kind + trap], as: user
                ).result()
                #expect(
                    result.code != 0 && result.errors.contains("Only 'unix:' addresses are accepted"),
                    "\(program): \(result)")
                #expect(!wasSprung(), "\(program)")
            }
        }
    }

    @Test("an agent whose real group is the agents' is refused, unless the system's own unit for its user started it")
    func realGroup() async throws {
        try await withSystem { system in
            let register: (TestClient) async throws -> String? = { client in
                do {
                    try await ScriptedAgent(client).register()
                    return nil
                } catch let error as BusError {
                    return error.kind
                }
            }
            #expect(try await register(system.client(.anna, "agent", group: .agents)) == nil)
            #expect(try await register(system.client(.anna, "agent", group: .lentAgents)) == "NotAuthorized")
            for (unit, refusal) in [
                ("filmgate-agent@61790.service", nil), ("filmgate-agent@61791.service", "NotAuthorized"),
                ("other.service", "NotAuthorized"),
            ] {
                let client = try await system.client(.anna, "agent", group: .lentAgents, session: unit)
                #expect(try await register(client) == refusal, "\(unit)")
            }
            let claimed = try await system.client(.anna, "agent", group: .lentAgents, session: "@")
            #expect(try await register(claimed) == "NotAuthorized", "a service of the person's own manager")
        }
    }
}
