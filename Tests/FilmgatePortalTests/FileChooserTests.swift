import FilmgateDBus
import FilmgateTestKit
import Synchronization
import Testing

@testable import FilmgatePortal

/// The backend on a bus, with a stand-in for xdg-desktop-portal and one for the desktop's own backend.
@Suite("The file dialog's backend", .timeLimit(.minutes(2)))
struct FileChooserTests {
    @Test("forwards a dialog unchanged, with its handle, and its answer back", arguments: BusKind.tested)
    func forwarding(_ kind: BusKind) async throws {
        let desk = try await Desk(on: kind.start())
        for dialog in DialogKind.allCases {
            async let answer = desk.open(dialog, "t1", options: ["multiple": Variant(true), "x": Variant("y")])
            let asked = try await desk.desktop.asked()
            #expect(asked.kind == dialog && asked.handle == Desk.handle("t1") && asked.title == "Open")
            #expect(asked.isMultiple && asked.options["x"]?.value(as: String.self) == "y")
            desk.desktop.answer(asked, 1, ["uris": Variant(["file:///a"])])
            let (response, results) = try await answer
            #expect(response == 1 && results["uris"]?.value(as: [String].self) == ["file:///a"])
        }
    }

    @Test("passes Close on to the desktop's own dialog, as when the portal ends", arguments: BusKind.tested)
    func closing(_ kind: BusKind) async throws {
        let desk = try await Desk(on: kind.start())
        async let answer = desk.open(.saveFile, "t1")
        _ = try await desk.desktop.asked()
        try await desk.close("t1", from: desk.portal)
        #expect(await desk.desktop.closed() == Desk.handle("t1"))
        #expect(try await answer.0 == 2)
        // The request is gone.
        await #expect(throws: ErrorReply.self) { try await desk.close("t1", from: desk.portal) }

        Task { try await desk.open(.saveFile, "t2") }
        _ = try await desk.desktop.asked()
        await desk.portal.close()
        #expect(await desk.desktop.closed() == Desk.handle("t2"))
    }

    @Test("takes calls only from the owner of the portal's name", arguments: BusKind.tested)
    func strangers(_ kind: BusKind) async throws {
        let desk = try await Desk(on: kind.start())
        let stranger = try await desk.bus.connect()
        await #expect(throws: ErrorReply.accessDenied("only xdg-desktop-portal may open dialogs")) {
            try await desk.open(.openFile, "t1", from: stranger)
        }
        Task { try await desk.open(.openFile, "t2") }
        _ = try await desk.desktop.asked()
        await #expect(throws: ErrorReply.accessDenied("only xdg-desktop-portal may open dialogs")) {
            try await desk.close("t2", from: stranger)
        }
        // A name of the portal's that has ended is nobody's.
        try await desk.portal.releaseName(FileChooserInterface.caller)
        await #expect(throws: ErrorReply.self) { try await desk.open(.openFile, "t3") }
        try await stranger.requestName(FileChooserInterface.caller)
        await #expect(throws: ErrorReply.self) { try await desk.open(.openFile, "t4") }
    }

    @Test("one app's flood of dialogs, or a handle that is taken, keeps no other app from its dialog")
    func floods() async throws {
        let desk = try await Desk(on: BusKind.inMemory.start())
        for index in 0..<FileChooserObject.dialogsOfApp {
            Task { try await desk.open(.openFile, "t\(index)") }
            _ = try await desk.desktop.asked()
        }
        await #expect(throws: ErrorReply.limitsExceeded("this app has too many open dialogs")) {
            try await desk.open(.openFile, "more")
        }
        await #expect(throws: ErrorReply.invalidArgs("this handle has an open dialog")) {
            try await desk.open(.openFile, "t0")
        }
        async let other = desk.open(.openFile, "t0", of: "1_43")
        let asked = try await desk.desktop.asked()
        #expect(asked.appName == ":1.43")
        desk.desktop.answer(asked, 0)
        #expect(try await other.0 == 0)
    }

    @Test("shows the picker for pictures alone, and the desktop's own dialog for everything else")
    func deciding() async throws {
        let desk = try await Desk(on: BusKind.inMemory.start())
        let pictures = DialogFilter.Encoded("Pictures", [Structure(0, "*.[jJ][pP][gG]"), Structure(1, "image/png")])
        let all = DialogFilter.Encoded("All", [Structure(0, "*")])
        let forwarded: [(DialogKind, Options)] = [
            (.openFile, [:]), (.openFile, ["filters": Variant([all, pictures])]),
            (.openFile, ["filters": Variant([pictures]), "directory": Variant(true)]),
            (.openFile, ["filters": Variant([pictures]), "current_filter": Variant(all)]),
            (.saveFile, ["filters": Variant([pictures])]), (.saveFiles, ["filters": Variant([pictures])]),
        ]
        for (kind, options) in forwarded {
            async let answer = desk.open(kind, "t", options: options)
            desk.desktop.answer(try await desk.desktop.asked(), 0)
            #expect(try await answer.0 == 0)
        }
        #expect(desk.picks.withLock { $0 } == 0)

        let choices = [DialogCall.Choice("encoding", "Encoding", [Structure("utf8", "UTF-8")], "")]
        let options: Options = [
            "filters": Variant([all, pictures]), "current_filter": Variant(pictures), "choices": Variant(choices),
        ]
        desk.outcome.withLock { $0 = .cancelled }
        #expect(try await desk.open(.openFile, "t", options: options).0 == 1)
        #expect(desk.picks.withLock { $0 } == 1)
        // Whatever keeps the picker from its window, the person gets a dialog, once.
        desk.outcome.withLock { $0 = .forward("no broker") }
        async let answer = desk.open(.openFile, "t", options: options)
        desk.desktop.answer(try await desk.desktop.asked(), 0)
        #expect(try await answer.0 == 0)
    }

    @Test("begins no dialog in a folder with copies, which will end")
    func places() async throws {
        let desk = try await Desk(on: BusKind.inMemory.start())
        func bytes(_ path: String) -> Variant { Variant(Array(path.utf8) + [0]) }
        let options: Options = [
            "current_folder": bytes("/copies/a"), "current_file": bytes("/home/b"), "x": Variant("y"),
        ]
        async let answer = desk.open(.saveFile, "t", options: options)
        let asked = try await desk.desktop.asked()
        #expect(asked.options["current_folder"] == nil && asked.path("current_file") == "/home/b")
        #expect(asked.options["x"]?.value(as: String.self) == "y")
        desk.desktop.answer(asked, 0)
        #expect(try await answer.0 == 0)
    }
}
