import FilmgateTestKit
import Foundation
import Testing

@Suite(
    "A file that a client is handed on the system bus",
    .enabled(if: SystemWorld.hindrance == nil, "\(SystemWorld.hindrance ?? "")"))
struct SystemHandedOutFilesTests {
    @Test("cannot be written, nor made writable, by an app in a sandbox or by a program of its user's outside of one")
    func isReadOnly() async throws {
        try await withSystem { system in
            try system.answer(["*": "yes"])
            let owner = try await system.client(.anna, "tool")
            let handing = try await HandedOutFiles(of: owner)
            let agent = ScriptedAgent(try await system.client(.anna, "agent", group: .agents))
            try await agent.register()
            let app = try await system.client(.anna, flatpak: "org.example.App")
            let files = try await handing.files(handedTo: app, by: agent)
            #expect(files.count == HandedOutFiles.kinds, "\(files.keys.sorted())")
            let cached = try #require(try await handing.cachedImage())
            let broker = try #require(system.broker)
            #expect(try await HandedOutFiles.faults(of: ["cached image": cached], heldBy: owner, broker: broker) == [])
            #expect(try await HandedOutFiles.faults(of: files, heldBy: app, broker: broker) == [])
            #expect(try await owner.verify().findings.isEmpty)
        }
    }

    @Test("is no other client's, and does not tell whether others asked before; stored files aside")
    func isItsOwn() async throws {
        try await withSystem { system in
            try system.answer(["*": "yes"])
            let owner = try await system.client(.anna, "tool")
            let handing = try await HandedOutFiles(of: owner)
            for app in ["org.example.App", "org.example.Other"] {
                try await owner.grant("flatpak:\(app)", "full", rights: ["originals"])
            }
            let first = try await system.client(.anna, flatpak: "org.example.App")
            let second = try await system.client(.anna, flatpak: "org.example.Other")
            #expect(try await handing.traces(of: first, inFilesOf: second) == [])
            #expect(try await owner.verify().findings.isEmpty)
        }
    }
}
