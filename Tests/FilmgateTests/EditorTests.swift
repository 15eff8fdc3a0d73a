import Filmgate
import FilmgateTestKit
import Foundation
import Synchronization
import Testing

/// The client library in an editor; the test process is the editor, a client of the owner's is the tool that chose it.
@Suite("An editor with the client library")
struct EditorTests {
    private static let application = "org.example.Swift-Editor"
    private static let path = "/org/example/Swift_Editor"

    private static let format = AdjustmentFormat(identifier: "org.example.Swift", version: "1")

    /// Hands in a photo, or fails.
    private final class Photographer: Editor {
        let formats = [EditorTests.format].compactMap(\.self)
        let inputs = Mutex<[(resumed: [UInt8]?, request: EditRequest)]>([])
        let failures: AsyncStream<PhotoLibraryError?>
        private let failing: AsyncStream<PhotoLibraryError?>.Continuation
        private let render: [UInt8]?

        init(handingIn render: [UInt8]?) {
            self.render = render
            (failures, failing) = AsyncStream.makeStream(of: PhotoLibraryError?.self)
        }

        func edit(_ input: ContentEditingInput, _ request: EditRequest) async throws -> ContentEditingOutput? {
            inputs.withLock { $0.append((input.adjustmentData?.data, request)) }
            guard let render, let format = formats.first else { return nil }
            let file = try OwnedDescriptor.sealedMemory(named: "render", holding: render)
            return ContentEditingOutput(
                [NewAssetResource(.fullSizePhoto, file)], adjustmentData: AdjustmentData(format, data: [7]))
        }

        func failed(with error: any Error) async { failing.yield(error as? PhotoLibraryError) }
    }

    private static func editor(_ photographer: Photographer, in world: World) async throws -> Task<Void, any Error> {
        let library = try await PhotoLibrary.connect(to: .address(world.bus.address))
        let task = Task { try await library.serve(photographer, as: application, onSessionBus: world.bus.address) }
        _ = try await world.owner.ownerAppears(of: application)
        return task
    }

    private static func choose(
        _ photo: String, _ details: [String: BusArgument] = [:], in world: World
    ) async throws {
        let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let ticket = try await world.owner.ticket(for: "exe:\(program)", toEdit: photo)
        try await world.owner.call(
            "Editor1", "Edit", "sa{sv}", .text(ticket), .table(details), at: path, on: application)
    }

    @Test("takes up tickets, gets the content, and what it returns is shown; the next time it resumes its edit")
    func edits() async throws {
        try await withWorld { world in
            let photo = try await world.owner.add(TestPhoto.large())
            let photographer = Photographer(handingIn: try TestPhoto.small().bytes)
            let task = try await Self.editor(photographer, in: world)
            try await Self.choose(
                photo, ["activation-token": "token", "parent-window": "x11:1", "later": .uint32(1)], in: world)
            try await eventually {
                try await world.owner.properties(of: photo, "adjustment-format")["adjustment-format"]?.text
                    == Self.format?.identifier
            }
            try await Self.choose(photo, in: world)
            try await eventually { photographer.inputs.withLock { $0.count } == 2 }
            let inputs = photographer.inputs.withLock { $0 }
            #expect(inputs[0].resumed == nil && inputs[0].request.activationToken == "token")
            #expect(inputs[0].request.parentWindow == "x11:1" && inputs[1].request.activationToken == nil)
            #expect(inputs[1].resumed == [7])
            task.cancel()
            try await task.value
        }
    }

    @Test("answers with an error if a ticket is not its own, and is told if its result is refused")
    func fails() async throws {
        try await withWorld { world in
            let photo = try await world.owner.add(TestPhoto.small())
            let photographer = Photographer(handingIn: Array("no photo".utf8))
            let task = try await Self.editor(photographer, in: world)
            let ticket = try await world.owner.ticket(for: "flatpak:org.example.Other", toEdit: photo)
            for text in [ticket, "guess"] {
                let error = try await refusal {
                    try await world.owner.call(
                        "Editor1", "Edit", "sa{sv}", .text(text), [:], at: Self.path, on: Self.application)
                }
                #expect(error.message.contains("ticket"), "\(error)")
            }
            #expect(photographer.inputs.withLock { $0.isEmpty })
            try await Self.choose(photo, in: world)
            var failures = photographer.failures.makeAsyncIterator()
            let failure = try #require(await failures.next())
            guard case .invalidContent = failure else {
                Issue.record("\(String(describing: failure))")
                return
            }
            #expect(
                try await world.owner.properties(of: photo, "has-adjustments")["has-adjustments"] == .flag(false))
            task.cancel()
            try await task.value
        }
    }

    @Test("needs an identifier that is a name on a bus, and that no other program owns")
    func names() async throws {
        try await withWorld { world in
            let library = try await PhotoLibrary.connect(to: .address(world.bus.address))
            for name in ["editor", ":1.5", "org.example.Ed itor", "org.freedesktop.DBus"] {
                await #expect(throws: PhotoLibraryError.self) {
                    try await library.serve(Photographer(handingIn: nil), as: name, onSessionBus: world.bus.address)
                }
            }
            let first = try await Self.editor(Photographer(handingIn: nil), in: world)
            await #expect(throws: PhotoLibraryError.self) {
                try await library.serve(
                    Photographer(handingIn: nil), as: Self.application, onSessionBus: world.bus.address)
            }
            first.cancel()
            try await first.value
        }
    }
}
