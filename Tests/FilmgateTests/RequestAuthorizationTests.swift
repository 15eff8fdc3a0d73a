import Filmgate
import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

/// The client library in an app that asks; the test process is the app, a scripted agent answers.
@Suite("Asking with the client library", .inProcess)
struct RequestAuthorizationTests {
    @Test("returns the person's decision, and sends the agent the app's texts")
    func decisions() async throws {
        for (decision, expected) in [
            ("allow", AuthorizationStatus.authorized), ("deny", .denied), ("dismiss", .notDetermined),
        ] {
            try await withWorld { world in
                let agent = try await world.agent()
                let library = try await world.library()
                async let status = library.requestAuthorization(for: .readWrite, purpose: "For a test")
                let prompt = try await agent.asked()
                #expect(prompt.details["purpose"]?.text == "For a test")
                try await agent.answer(prompt, decision)
                #expect(try await status == expected)
                #expect(try await library.authorizationStatus(for: .readWrite) == expected)
                if expected != .notDetermined {
                    #expect(try await library.requestAuthorization(for: .readWrite) == expected, "without asking")
                }
            }
        }
    }

    @Test("reports that there is no agent")
    func nobody() async throws {
        try await withWorld { world in
            let library = try await world.library()
            let error = await #expect(throws: PhotoLibraryError.self) {
                try await library.requestAuthorization(for: .addOnly)
            }
            guard case .noAgent? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }

    @Test("cancelling the task withdraws its question")
    func cancelled() async throws {
        try await withWorld { world in
            let agent = try await world.agent()
            let library = try await world.library()
            let asking = Task { try await library.requestAuthorization(for: .readWrite) }
            let prompt = try await agent.asked()
            asking.cancel()
            #expect(try await agent.dismissed() == prompt.id)
            #expect(try await asking.value == .notDetermined)
        }
    }

    @Test("a broker that dies during a question causes an error, not an answer", .asProcesses)
    func death() async throws {
        try await withWorld { world in
            let agent = try await world.agent()
            let library = try await world.library()
            async let status = library.requestAuthorization(for: .readWrite)
            _ = try await agent.asked()
            try await world.killBroker()
            do {
                let status = try await status
                Issue.record("it said \(status)")
            } catch let error as PhotoLibraryError {
                guard case .brokerUnavailable = error else {
                    Issue.record("\(error)")
                    return
                }
            }
        }
    }

    @Test("the limited picker returns what the person added and removed")
    func selection() async throws {
        try await withWorld { world in
            let ids = try await world.owner.add(TestPhoto.several(3))
            let agent = try await world.agent()
            let library = try await world.library()
            let me = try #require(try await library.clientIdentity().id)
            try await world.owner.grant("\(me)", "limited", selection: Array(ids[..<2]))
            async let change = library.editSelection()
            let prompt = try await agent.asked("selection")
            #expect(prompt.details["selection"]?.texts.map(Set.init) == Set(ids[..<2]))
            try await agent.answer(prompt, ["decision": "done", "selection": .texts(Array(ids[1...]))])
            let changed = try #require(try await change)
            #expect(changed.added.map(\.description) == [ids[2]] && changed.removed.map(\.description) == [ids[0]])
            #expect(changed.kept == 1)

            async let nothing = library.editSelection()
            try await agent.answer(try await agent.asked("selection"), "cancel")
            #expect(try await nothing == nil)
        }
    }

    @Test("opens the app's page of the settings, and reports that no agent can")
    func settings() async throws {
        try await withWorld { world in
            let library = try await world.library()
            let agent = try await world.agent()
            let error = await #expect(throws: PhotoLibraryError.self) { try await library.openSettings() }
            guard case .noAgent? = error else { throw ClientFailure("\(String(describing: error))") }
            try await agent.register(at: ScriptedAgent.path, ["settings": true])
            async let opened: Void = library.openSettings()
            let prompt = try await agent.asked("settings")
            #expect(prompt.kind == "settings")
            try await agent.answer(prompt, "done")
            try await opened
        }
    }

    @Test("only the old status call says authorized for limited access")
    func old() async throws {
        try await withWorld { world in
            let library = try await world.library()
            let me = try #require(try await library.clientIdentity().id)
            let old: any OldStatus = library
            #expect(try await old.authorizationStatus() == .notDetermined)
            try await world.owner.grant("\(me)", "limited")
            #expect(try await old.authorizationStatus() == .authorized)
            #expect(try await library.authorizationStatus(for: .readWrite) == .limited)
            try await world.owner.grant("\(me)", "none")
            #expect(try await old.authorizationStatus() == .denied)
        }
    }
}

/// Calls the deprecated method without a warning, which would be an error.
private protocol OldStatus {
    func authorizationStatus() async throws(PhotoLibraryError) -> AuthorizationStatus
}

extension PhotoLibrary: OldStatus {}
