import FilmgateDBus
import FilmgateTestKit
import Synchronization

@testable import FilmgatePortal

/// Filmgate's backend on a bus, with stand-ins for xdg-desktop-portal and for the desktop's own backend.
final class Desk: Sendable {
    let bus: any TestBus
    let portal: Connection
    let desktop: OwnBackend
    private let backend: Connection
    /// What the picker answers.
    let outcome = Mutex<PickOutcome>(.forward(nil))
    /// How often the picker was shown.
    let picks = Mutex(0)
    /// Whether what apps save can be added, and whether the choice is ticked at first.
    let adds = Mutex<Bool?>(nil)
    /// The endings of offers to add, as text.
    let offers: AsyncStream<String>
    private let ended: AsyncStream<String>.Continuation

    init(on bus: any TestBus) async throws {
        self.bus = bus
        (offers, ended) = AsyncStream.makeStream()
        desktop = try await OwnBackend(on: bus.connect())
        portal = try await bus.connect()
        backend = try await bus.connect()
        try await portal.requestName(FileChooserInterface.caller)
        let connection = backend
        let dialogs = FileDialogRouter(
            folders: DesktopFolders { _ in nil },
            forwarder: DialogForwarder(connection: connection) { OwnBackend.name },
            pick: { [unowned self] _, _, _ in
                picks.withLock { $0 += 1 }
                return outcome.withLock { $0 }
            },
            isCopy: { $0.hasPrefix("/copies") },
            keep: { _ in },
            offer: { [unowned self] _, _ in
                adds.withLock { $0 }.map { isTicked in
                    SaveOffer(isTicked: isTicked) { [unowned self] answer in
                        ended.yield(answer.map { "\($0.adds) \($0.path ?? "-")" } ?? "nothing")
                    }
                }
            })
        let object = FileChooserObject(on: connection) { try await dialogs.show($0) }
        try await connection.followOwner(of: FileChooserInterface.caller)
        await connection.serve(object)
        try await connection.requestName(FileChooserInterface.busName)
    }

    static func handle(_ token: String, of app: String = "1_42") -> ObjectPath? {
        ObjectPath("/org/freedesktop/portal/desktop/request/\(app)/\(token)")
    }

    @discardableResult
    func open(
        _ kind: DialogKind, _ token: String, of app: String = "1_42", options: Options = [:],
        from caller: Connection? = nil
    ) async throws -> (UInt32, Options) {
        let handle = Self.handle(token, of: app) ?? "/"
        return try await (caller ?? portal).call(
            kind.method, of: FileChooserInterface.name, at: FileChooserInterface.path, on: FileChooserInterface.busName,
            MessageArguments(handle, "", "", "Open", options)
        ).values
    }

    func close(_ token: String, from caller: Connection) async throws {
        _ = try await caller.call(
            PortalRequestInterface.close, of: PortalRequestInterface.name, at: Self.handle(token) ?? "/",
            on: FileChooserInterface.busName, MessageArguments())
    }
}

/// The desktop's own backend, which answers as the test says.
final class OwnBackend: ObjectTree {
    static let name: BusName = "org.freedesktop.impl.portal.desktop.test"

    /// Nothing else keeps it open.
    private let connection: Connection
    private let calls: AsyncStream<DialogCall>
    private let called: AsyncStream<DialogCall>.Continuation
    private let closings: AsyncStream<ObjectPath>
    private let closing: AsyncStream<ObjectPath>.Continuation
    private let answers = Mutex<[ObjectPath: AsyncStream<DialogAnswer>.Continuation]>([:])

    init(on connection: Connection) async throws {
        self.connection = connection
        (calls, called) = AsyncStream.makeStream()
        (closings, closing) = AsyncStream.makeStream()
        await connection.serve(self)
        try await connection.requestName(Self.name)
    }

    func asked() async throws -> DialogCall {
        for await call in calls { return call }
        throw CancellationError()
    }

    func closed() async -> ObjectPath? {
        for await path in closings { return path }
        return nil
    }

    func answer(_ dialog: DialogCall, _ response: UInt32, _ results: Options = [:]) {
        _ = answers.withLock { $0[dialog.handle]?.yield(DialogAnswer(response: response, results: results)) }
    }

    nonisolated(nonsending) func interfaces(at path: ObjectPath, for sender: BusName) async -> [ServedInterface]? {
        guard path == FileChooserInterface.path else {
            return [
                ServedInterface(
                    PortalRequestInterface.name,
                    methods: [
                        ServedMethod(PortalRequestInterface.close) { call, _ in
                            self.closing.yield(call.path)
                            return MessageArguments()
                        }
                    ], introspection: "")
            ]
        }
        return [
            ServedInterface(
                FileChooserInterface.name,
                methods: DialogKind.allCases.map { kind in
                    ServedMethod(kind.method) { _, arguments in
                        let dialog = DialogCall(kind, try arguments.decoded())
                        let (answers, continuation) = AsyncStream.makeStream(of: DialogAnswer.self)
                        self.answers.withLock { $0[dialog.handle] = continuation }
                        self.called.yield(dialog)
                        for await answer in answers { return MessageArguments(answer.response, answer.results) }
                        throw CancellationError()
                    }
                }, introspection: "")
        ]
    }

    nonisolated(nonsending) func children(of path: ObjectPath, for sender: BusName) async -> [String] { [] }
}
