import FilmgateDBus
import Synchronization

/// The objects that xdg-desktop-portal calls: the file chooser, and each open dialog.
final class FileChooserObject: ObjectTree {
    /// Shows one dialog, and returns its answer. The calling task is cancelled if the portal closes the dialog.
    typealias DialogPresenter = @Sendable (DialogCall) async throws -> DialogAnswer

    private struct RunningDialog {
        let app: BusName?
        let task: Task<DialogAnswer, any Error>
    }

    private let connection: Connection
    private let show: DialogPresenter
    private let open = Mutex<[ObjectPath: RunningDialog]>([:])

    /// The maximum number of open dialogs of one app, so that one app cannot block the dialogs of others.
    static let dialogsOfApp = 16

    init(on connection: Connection, show: @escaping DialogPresenter) {
        self.connection = connection
        self.show = show
    }

    nonisolated(nonsending) func interfaces(at path: ObjectPath, for sender: BusName) async -> [ServedInterface]? {
        if path == FileChooserInterface.path { return [chooser] }
        return open.withLock { $0[path] != nil } ? [request(path)] : nil
    }

    nonisolated(nonsending) func children(of path: ObjectPath, for sender: BusName) async -> [String] { [] }

    private var chooser: ServedInterface {
        ServedInterface(
            FileChooserInterface.name,
            methods: DialogKind.allCases.map { kind in
                ServedMethod(kind.method) { _, arguments in
                    let answer = try await self.answer(DialogCall(kind, arguments.decoded()))
                    return MessageArguments(answer.response, answer.results)
                }
            }, introspection: FileChooserInterface.introspection, check: checkCaller)
    }

    private func request(_ path: ObjectPath) -> ServedInterface {
        ServedInterface(
            PortalRequestInterface.name,
            methods: [
                ServedMethod(PortalRequestInterface.close) { _, _ in
                    self.open.withLock { $0[path] }?.task.cancel()
                    return MessageArguments()
                }
            ], introspection: PortalRequestInterface.introspection, check: checkCaller)
    }

    /// Throws unless the caller is the portal: any other caller could claim to be any app.
    private nonisolated(nonsending) func checkCaller(_ call: MethodCall) async throws {
        guard await connection.followedOwner(of: FileChooserInterface.caller) == call.sender else {
            throw ErrorReply.accessDenied("only xdg-desktop-portal may open dialogs")
        }
    }

    private nonisolated(nonsending) func answer(_ dialog: DialogCall) async throws -> DialogAnswer {
        let show = show
        let task = try open.withLock { open in
            guard open[dialog.handle] == nil else { throw ErrorReply.invalidArgs("this handle has an open dialog") }
            let app = dialog.appName
            guard open.values.count(where: { $0.app == app }) < Self.dialogsOfApp else {
                throw ErrorReply.limitsExceeded("this app has too many open dialogs")
            }
            let task = Task { try await show(dialog) }
            open[dialog.handle] = RunningDialog(app: app, task: task)
            return task
        }
        defer { open.withLock { _ = $0.removeValue(forKey: dialog.handle) } }
        // The connection cancels this task if the portal leaves the bus.
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }
}
