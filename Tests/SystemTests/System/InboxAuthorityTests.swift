import FilmgateTestKit
import Foundation
import Testing

@Suite(
    "Questions to polkit about an inbox", .enabled(if: SystemWorld.hindrance == nil, "\(SystemWorld.hindrance ?? "")"))
struct InboxAuthorityTests {
    @Test("an authorization to look at an inbox does not let delete, and the owner's tools need none beside their own")
    func inbox() async throws {
        try await withSystem { system in
            try system.answer(["*": "yes"])
            let scanner = try await system.client(.ben, flatpak: "org.example.Scanner")
            _ = try await scanner.status()
            try "[flatpak:org.example.Scanner]\npreset=add-only\nquarantine=true\n".write(
                toFile: "\(system.folder)/policy.d/scanner.conf", atomically: true, encoding: .utf8)
            kill(try #require(system.broker), SIGHUP)
            while try await scanner.status("add-only") != "authorized" {}
            let added = try await scanner.add(TestPhoto.several(2))
            let ben = BusArgument.table(["user": .uint32(SystemWorld.User.ben.id)])
            try system.answer(["org.filmgate.manage-grants": "yes", "org.filmgate.manage-inbox": "no"])
            for (user, allowed) in [(SystemWorld.User.anna, false), (.carla, true)] {
                if !allowed { try system.answer(["*": "no"]) }
                let other = try await system.client(user, "tool")
                let listed = try? await other.call("Admin1", "ListInbox", "a{sv}", ben)[0]?.list
                #expect(listed?.count == (allowed ? 2 : nil))
                for member in ["AcceptAdded", "RejectAdded"] {
                    let refused = try await other.error(
                        "Admin1", member, "asa{sv}", .list(added.map(BusArgument.text)), ben)
                    #expect(refused.kind == "NotAuthorized", "\(user) \(member)")
                }
                // Nobody looks at the pictures of a different user.
                #expect(
                    try await other.error("Images1", "RequestImage", "sa{sv}", .text(added[0]), [:]).kind != "none")
                try system.answer(["org.filmgate.manage-grants": "yes", "org.filmgate.manage-inbox": "no"])
            }
            let root = try await system.client(.root, "tool")
            #expect(try await root.call("Admin1", "ListInbox", "a{sv}", ben)[0]?.list?.count == 2)
            try system.answer(["*": "yes"])
            try system.forgetAsked()
            try await root.call("Admin1", "RejectAdded", "asa{sv}", .list([.text(added[0])]), ben)
            #expect(try await root.call("Admin1", "ListInbox", "a{sv}", ben)[0]?.list?.count == 1)

            // The owner's own tool.
            try system.forgetAsked()
            let tool = try await system.client(.ben, "tool")
            for _ in 0..<2 { _ = try await tool.call("Admin1", "ListInbox", "a{sv}", [:]) }
            try await tool.call("Admin1", "AcceptAdded", "asa{sv}", .list([.text(added[1])]), [:])
            #expect(try await tool.fetch().count == 1)
            let asked = try system.asked
            #expect(asked.map { $0[0] } == ["org.filmgate.use-own-library"], "\(asked)")
            #expect(asked.first?[5].hasPrefix("see, change and delete the photos of ben") == true)
        }
    }
}
