import FilmgateTestKit
import FilmgateTestWorlds
import Testing

@Suite("Editing a selection", .inBothWorlds)
struct EditSelectionTests {
    static let id = "flatpak:org.example.App"

    @Test("shows the selection, and returns what was added, removed and kept", .long)
    func edit() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(5))
            try await owner.grant(Self.id, "limited", selection: Array(photos.prefix(3)))
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            let request = try await app.editSelection(["handle-token": "edit"])
            #expect(request.path.hasSuffix("/edit"))
            let prompt = try await agent.asked("selection")
            #expect(prompt.kind == "selection")
            #expect(try Set(#require(prompt.details["selection"]?.texts)) == Set(photos.prefix(3)))
            try await agent.answer(
                prompt, ["decision": "done", "selection": .texts([photos[4], photos[1], photos[2], photos[4]])])
            let response = try await app.response(to: request)
            #expect(response.outcome == "success")
            #expect(response.results["added"]?.texts == [photos[4]])
            #expect(response.results["removed"]?.texts == [photos[0]])
            #expect(response.results["kept"]?.integer == 2)
            #expect(try await Set(app.assets()) == [photos[1], photos[2], photos[4]])
            #expect(try await owner.grants().first?["granted-by"]?.text == "admin", "the grant stays whose it was")
        }
    }

    @Test("tells the agent when the selection was last set or edited")
    func edited() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(2))
            try await owner.grant(Self.id, "limited", selection: [photos[0]])
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            func lastEdit() async throws -> Int {
                let request = try await app.editSelection()
                let prompt = try await agent.asked("selection")
                try await agent.answer(prompt, ["decision": "done", "selection": .texts([photos[1]])])
                _ = try await app.response(to: request)
                return try #require(prompt.details["edited"]?.integer)
            }
            let granted = try #require(try await owner.grants().first?["granted-date"]?.integer)
            #expect(try await lastEdit() == granted)
            let added = try await owner.add(TestPhoto.small())
            let date = try #require(try await owner.properties(of: added, "added-date")["added-date"]?.integer)
            let second = try await lastEdit()
            #expect(granted < second && second < date, "the person's own edit counts, before the photo was added")
            #expect(try await lastEdit() > date)
            try await owner.resetGrant(Self.id)
            let request = try await app.requestAccess()
            try await agent.answer(agent.asked(), ["decision": "limit", "selection": .texts([photos[0]])])
            _ = try await app.response(to: request)
            #expect(try await lastEdit() > date, "the first selection is one as well")
        }
    }

    @Test("needs limited access")
    func levels() async throws {
        try await withWorld { world in
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            for (level, kind) in [
                (nil, "NotDetermined"), ("none", "AccessDenied"), ("add-only", "AccessDenied"),
                ("full", "InvalidArgument"),
            ] {
                if let level { try await world.owner.grant(Self.id, level) }
                #expect(try await refusal { try await app.editSelection() }.kind == kind)
            }
            #expect(try await agent.prompts().isEmpty)
        }
    }

    @Test("changes nothing when cancelled, and the app must wait before it asks again")
    func cancel() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(2))
            try await owner.grant(Self.id, "limited", selection: [photos[0]])
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            let request = try await app.editSelection()
            try await agent.answer(agent.asked("selection"), "cancel")
            #expect(try await app.response(to: request).outcome == "cancelled")
            #expect(try await app.assets() == [photos[0]])
            #expect(try await refusal { try await app.editSelection() }.kind == "Busy")
        }
    }

    @Test(
        "ends with AccessDenied if the access is lost meanwhile, and nothing is selected", .long,
        arguments: ["none", "reset"])
    func accessGone(_ how: String) async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(2))
            try await owner.grant(Self.id, "limited", selection: [photos[0]])
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            let request = try await app.editSelection()
            let prompt = try await agent.asked("selection")
            if how == "none" { try await owner.grant(Self.id, "none") } else { try await owner.resetGrant(Self.id) }
            let response = try await app.response(to: request)
            #expect(response.outcome == "failed" && response.error == "AccessDenied")
            #expect(try await agent.dismissed() == prompt.id)
            try await agent.answer(prompt, ["decision": "done", "selection": .texts(photos)])
            #expect(try await agent.client.status() == "authorized", "a late answer is no fault")
            #expect(try await owner.selection(of: Self.id).contains(photos[1]) == false)
        }
    }

    @Test("keeps what an administrator changed meanwhile, which the person was not shown")
    func meanwhile() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(4))
            try await owner.grant(Self.id, "limited", selection: [photos[0], photos[1]])
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            let request = try await app.editSelection()
            let prompt = try await agent.asked("selection")
            try await owner.changeSelection(of: Self.id, add: [photos[2]], remove: [photos[1]])
            try await agent.answer(
                prompt, ["decision": "done", "selection": .texts([photos[0], photos[1], photos[3]])])
            #expect(try await app.response(to: request).outcome == "success")
            #expect(try await Set(app.assets()) == [photos[0], photos[2], photos[3]])
        }
    }

    @Test("changes nothing if all that the person chose is gone, and otherwise continues with the rest")
    func gone() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(3))
            try await owner.grant(Self.id, "limited", selection: Array(photos.prefix(2)))
            let gone = AgentFaultTests.nothing
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            func edit(choosing chosen: [String]) async throws -> Response {
                let request = try await app.editSelection()
                try await agent.answer(agent.asked("selection"), ["decision": "done", "selection": .texts(chosen)])
                return try await app.response(to: request)
            }
            let nothing = try await edit(choosing: [gone])
            #expect(nothing.outcome == "failed" && nothing.error == "NoAgent")
            #expect(try await Set(app.assets()) == Set(photos.prefix(2)))
            let rest = try await edit(choosing: [photos[0], gone, photos[2]])
            #expect(rest.outcome == "success")
            #expect(rest.results["added"]?.texts == [photos[2]])
            #expect(rest.results["removed"]?.texts == [photos[1]])
            #expect(try await Set(app.assets()) == [photos[0], photos[2]])
            #expect(try await agent.client.status() == "authorized", "it is an agent all the time")
        }
    }

    @Test("removes an album that contains what the person took out, and keeps the rest of it")
    func album() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photos = try await owner.add(TestPhoto.several(3))
            let album = try await owner.perform(
                ("create-album", ["title": "Holiday", "placeholder": "@a"]),
                ("add-assets", ["album": "@a", "ids": .texts(Array(photos.prefix(2)))])
            )[0]
            try await owner.grant(Self.id, "limited", selection: [album])
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            let request = try await app.editSelection()
            let prompt = try await agent.asked("selection")
            #expect(try Set(#require(prompt.details["selection"]?.texts)) == Set(photos.prefix(2)))
            try await agent.answer(prompt, ["decision": "done", "selection": .texts([photos[1], photos[2]])])
            let response = try await app.response(to: request)
            #expect(response.results["added"]?.texts == [photos[2]])
            #expect(response.results["removed"]?.texts == [photos[0]])
            #expect(response.results["kept"]?.integer == 1)
            #expect(try await Set(app.assets()) == [photos[1], photos[2]])
        }
    }

    @Test("with more than a thousand photos sends files in both directions", .long)
    func long() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let photo = try TestPhoto.small()
            var photos: [String] = []
            let files = try await owner.open(.memory(photo.bytes))
            for _ in 0..<67 {
                let changes = (0..<16).map { _ in TestClient.creation(of: .kept(files.number)) }
                photos += try await owner.perform(changes)
            }
            try await owner.grant(Self.id, "limited", selection: photos)
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            let request = try await app.editSelection()
            let prompt = try await agent.asked("selection")
            #expect(prompt.details["selection"] == nil)
            let shown = try #require(prompt.details["selection-content"]?.descriptor)
            #expect(shown.size == photos.count * 37 && shown.facts["seals"]?.integer != 0)
            let file = Array((photos[0] + "\n").utf8)
            try await agent.answer(
                prompt, ["decision": "done", "selection-content": .variant("h", .descriptor(.memory(file)))])
            let response = try await app.response(to: request)
            #expect(response.outcome == "success" && response.results["kept"]?.integer == 1)
            #expect(response.results["removed"] == nil)
            #expect(response.results["removed-content"]?.descriptor?.size == (photos.count - 1) * 37)
            #expect(try await app.assets() == [photos[0]])
        }
    }

    @Test("is allowed ten times a minute")
    func rate() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            try await owner.grant(Self.id, "limited")
            let agent = try await world.agent()
            let app = try await world.client(flatpak: "org.example.App")
            for _ in 0..<10 {
                let request = try await app.editSelection()
                try await agent.answer(agent.asked("selection"), ["decision": "done", "selection": .variant("as", [])])
                #expect(try await app.response(to: request).outcome == "success")
            }
            #expect(try await refusal { try await app.editSelection() }.kind == "Busy")
        }
    }
}
