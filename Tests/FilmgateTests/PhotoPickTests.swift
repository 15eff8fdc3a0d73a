import Filmgate
import FilmgateTestKit
import FilmgateTestWorlds
import Foundation
import Testing

/// The client library in an app that has the person pick; the test process is the app, a scripted agent answers.
@Suite("Picking with the client library", .inBothWorlds)
struct PhotoPickTests {
    @Test("returns what was picked, and loads it when it is wanted")
    func results() async throws {
        try await withWorld { world in
            let photo = try TestPhoto.small()
            let id = try await world.owner.add(
                .memory(photo.bytes), filename: "IMG_1.jpg", properties: ["alt-text": "A boat at a pier"])
            let agent = try await world.agent()
            let library = try await world.library()
            var configuration = PickerConfiguration()
            configuration.limit = 4
            configuration.filter = "media-type = 'image'"
            configuration.prompt = "For a test"
            configuration.removed = [.location]
            async let picked = library.pick(configuration)
            let prompt = try await agent.asked("pick")
            #expect(prompt.details["prompt"]?.text == "For a test" && prompt.details["limit"]?.integer == 4)
            try await agent.pick([id], for: prompt)
            let result = try #require(try await picked.first)
            #expect(result.filename == "IMG_1.jpg" && result.mediaType == .image && result.assetIdentifier == nil)
            #expect(result.pixelWidth == 320 && result.removed == [.location] && result.crop == nil)
            #expect(result.itemProvider.mimeTypes.first == "image/jpeg" && result.altText == "A boat at a pier")
            #expect(result.creationDate == Date(timeIntervalSince1970: Double(TestPhoto.date) / 1_000_000))
            let file = try await result.itemProvider.open()
            #expect(file.redacted == [.location] && file.type == .photo)
            let small = try await result.itemProvider.load(as: "image/webp", width: 32, withMetadata: true).file
            #expect(small.pixelWidth == 32 && small.mimeType == "image/webp")
            #expect(try await result.itemProvider.load().files.count == 1)

            async let again = library.pick(configuration, preselecting: [result])
            let second = try await agent.asked("pick")
            #expect(second.details["preselected"]?.texts == [id])
            try await agent.answer(second, "cancel")
            #expect(try await again.isEmpty)
        }
    }

    @Test("opens items of a lasting pick in a later connection, until it forgets them")
    func lasting() async throws {
        try await withWorld { world in
            let id = try await world.owner.add(TestPhoto.small())
            let agent = try await world.agent()
            let library = try await world.library()
            var configuration = PickerConfiguration()
            configuration.offersLasting = true
            async let picked = library.pick(configuration)
            try await agent.pick([id], ["lasting": true])
            let result = try #require(try await picked.first)
            #expect(result.isLasting && result.playbackStyle == .image && result.subtypes.isEmpty)
            #expect(try await !result.itemProvider.metadata().tags.isEmpty)

            let later = try await world.library()
            let kept = try #require(try await later.keptItems().first)
            #expect(kept.isLasting && kept.pickedDate != nil && kept.removed == result.removed)
            #expect(try await kept.itemProvider.open().type == .photo)
            try await later.forget([kept])
            #expect(try await later.keptItems().isEmpty)
            await #expect(throws: PhotoLibraryError.self) { _ = try await kept.itemProvider.open() }
        }
    }

    @Test("throws for a wrong condition, without an agent, and for a format that there is not")
    func errors() async throws {
        try await withWorld { world in
            let id = try await world.owner.add(TestPhoto.small())
            let library = try await world.library()
            var wrong = PickerConfiguration()
            wrong.filter = "title = 'x'"
            await #expect(throws: PhotoLibraryError.self) { try await library.pick(wrong) }
            let error = await #expect(throws: PhotoLibraryError.self) { try await library.pick() }
            guard case .noAgent? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            let agent = try await world.agent()
            async let picked = library.pick()
            try await agent.pick([id])
            let result = try #require(try await picked.first)
            await #expect(throws: PhotoLibraryError.self) { try await result.itemProvider.load(as: "text/html").files }
        }
    }

    @Test("cancelling the task withdraws the question")
    func cancelled() async throws {
        try await withWorld { world in
            let agent = try await world.agent()
            let library = try await world.library()
            let picking = Task { try await library.pick() }
            let prompt = try await agent.asked("pick")
            picking.cancel()
            #expect(try await agent.dismissed() == prompt.id)
            #expect(try await picking.value.isEmpty)
        }
    }
}
