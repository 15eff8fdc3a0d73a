import FilmgateTestKit
import Foundation
import Testing

extension AuthorityTests {
    @Test("a caller that leaves during the password dialog closes the dialog, and nothing has changed")
    func departure() async throws {
        try await withSystem { system in
            try system.answer(["org.filmgate.extend-own-grants": "auth_self", "org.filmgate.read-own-grants": "yes"])
            let program = try await system.client(.anna)
            let agent = try await system.client(.anna, "dialogue")
            let polkit = "org.freedesktop.PolicyKit1"
            let subject: BusArgument = [
                .text("unix-process"),
                .table([
                    "pid": .uint32(UInt32(program.pid)),
                    "uid": .variant("i", .integer(Int64(SystemWorld.User.anna.id))),
                    "start-time": .variant("t", .unsigned(try Self.start(of: program.pid))),
                ]),
            ]
            try await agent.call(
                "\(polkit).Authority", "RegisterAuthenticationAgent", "(sa{sv})ss", subject, .text("C"),
                .text("/org/example/Dialogue"), at: "/org/freedesktop/PolicyKit1/Authority", on: polkit)
            let asking = try await program.anotherConnection()
            let answer = Task {
                try await asking.call(
                    "Admin1", "SetGrant", "ssa{sv}", Self.viewer, .text("full"), [:], interactive: true)
            }
            let begun = try await agent.signal("BeginAuthentication")
            #expect(begun.values[0].text == "org.filmgate.extend-own-grants")
            try await asking.disconnect()
            let cancelled = try await agent.signal("CancelAuthentication")
            #expect(cancelled.values[0].text == begun.values[4].text, "the same dialogue")
            await #expect(throws: (any Error).self) { _ = try await answer.value }
            #expect(try await program.grants().isEmpty)
        }
    }

    /// In the kernel's ticks since boot.
    private static func start(of process: Int32) throws -> UInt64 {
        let stat = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        let words = try #require(stat.split(separator: ")").last).split(separator: " ")
        return try #require(UInt64(words[19]))
    }
}
