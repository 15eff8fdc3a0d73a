import FilmgateTestKit
import Foundation
import Testing

@Suite(
    "A refusal on the system bus",
    .enabled(if: SystemWorld.hindrance == nil, "\(SystemWorld.hindrance ?? "")"), .timeLimit(.minutes(30))
)
struct RefusalTests {
    private static let others: [String: BusArgument] = ["user": .uint32(SystemWorld.User.ben.id)]

    @Test(
        "is in the log of the user whose library it was about, otherwise in the caller's own, otherwise in the journal")
    func written() async throws {
        try await withSystem { system in
            try system.answer(["*": "yes", "org.filmgate.manage-grants": "no"])
            let carla = try await system.client(.carla, "admin")
            let name = try await carla.identity().id
            #expect(
                try await carla.error("Admin1", "ListGrants", "a{sv}", .table(Self.others)).kind == "NotAuthorized")
            let own = try await carla.audit(["operation": "list-grants"])
            #expect(own.map(\.description) == ["list-grants not-authorized 1 by \(name)"], "Ben has no library yet")

            try await system.found(.ben)
            for member in ["ListGrants", "GetSummary"] {
                _ = try await carla.error(
                    member == "GetSummary" ? "Maintenance1" : "Admin1", member, "a{sv}", .table(Self.others))
            }
            let ben = try await system.client(.ben, "tool")
            let entries = try await ben.audit(["outcome": "not-authorized"])
            #expect(
                entries.map(\.description) == [
                    "list-grants not-authorized 1 by \(name)", "get-summary not-authorized 1 by \(name)",
                ])
            #expect(entries.allSatisfy { $0.user == Int(SystemWorld.User.carla.id) })
            #expect(try await carla.audit(["outcome": "not-authorized"]).count == 1)

            // Without a running polkit it is refused too.
            try await system.send("end-polkit")
            _ = try await carla.error(
                "Admin1", "ResetGrant", "sa{sv}", AuthorityTests.viewer, .table(Self.others))
            try await system.send("start-polkit")
            while try await ben.audit(["operation": "reset-grant"]).isEmpty {}
        }
    }

    @Test("of root, who has no library, is in the journal, once for each connection and method")
    func root() async throws {
        try await withSystem { system in
            let root = try await system.client(.root)
            for _ in 0..<3 {
                _ = try await root.error("Library1", "Fetch", "sa{sv}", .text("asset"), [:])
                _ = try await root.error("Admin1", "ListGrants", "a{sv}", [:])
            }
            var lines: [Substring] { system.log.split(separator: "\n").filter { $0.contains(root.name) } }
            // The broker's standard error may come later than its reply.
            try await eventually { lines.count >= 2 }
            #expect(
                lines.map { $0.split(separator: ": ").dropFirst().joined(separator: ": ") } == [
                    "Fetch of \(root.name), of user 0, was refused: access-denied.",
                    "ListGrants of \(root.name), of user 0, was refused: invalid-argument.",
                ], "\(lines)")
        }
    }

    @Test("does not happen to an administrator's decision for an existing user without a library, which creates one")
    func founding() async throws {
        try await withSystem { system in
            let root = try await system.client(.root, "tool")
            let folder = "\(system.folder)/state/\(SystemWorld.User.ben.id)"
            for item in AuthorityTests.cases where !["SetGrant", "BeginRestore"].contains(item.member) {
                #expect(try await item.error(to: root, user: SystemWorld.User.ben.id) == "NotFound", "\(item.member)")
            }
            #expect(!FileManager.default.fileExists(atPath: folder))
            for item in AuthorityTests.cases {
                #expect(try await item.error(to: root, user: 4_000_000) == "NotFound", "\(item.member)")
            }
            #expect(!FileManager.default.fileExists(atPath: "\(system.folder)/state/4000000"))

            let set = try #require(AuthorityTests.cases.first { $0.member == "SetGrant" })
            #expect(try await set.error(to: root, user: SystemWorld.User.ben.id) == "none")
            let grants = try await root.call("Admin1", "ListGrants", "a{sv}", .table(Self.others))[0]?.list
            #expect(grants?.count == 1)
            #expect(FileManager.default.fileExists(atPath: folder))
        }
    }

    @Test("at a library's size limit affects only its user: nothing is lost, and the summary shows the limit")
    func capacity() async throws {
        let photos = try TestPhoto.several(2)
        let bytes = photos[0].bytes.count + photos[1].bytes.count - 1
        try await withSystem(configuration: "[limits]\nlibrary-bytes=\(bytes)\n") { system in
            try system.answer(["*": "yes"])
            let (anna, ben) = (try await system.client(.anna, "tool"), try await system.client(.ben, "tool"))
            let asset = try await anna.add(photos[0])
            let refusal = await #expect(throws: BusError.self) { try await anna.add(photos[1]) }
            #expect(refusal?.kind == "LimitsExceeded")
            try await ben.add(photos[1])
            #expect(try await anna.assets() == [asset])
            #expect(try await anna.verify().findings.isEmpty)
            let summary = try await anna.summary()
            #expect(summary["bytes"]?.integer == photos[0].bytes.count && summary["capacity"]?.integer == bytes)
            let status = try await system.ctl(.anna, "status")
            #expect(status.lines.contains { $0.hasPrefix("Originals") && $0.contains(" of ") }, "\(status.output)")
            try await anna.delete(asset)
            await #expect(throws: BusError.self, "the trash counts") { try await anna.add(photos[1]) }
            try await anna.perform(("purge-assets", ["ids": .texts([asset])]))
            try await anna.add(photos[1])
        }
    }
}
