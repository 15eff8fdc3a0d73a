import FilmgateDBus
import FilmgateWire
import Synchronization

/// The D-Bus object of an editor: accepts tickets (each permits one edit), calls the editor, and submits the results.
final class EditorObject: ObjectTree {
    private let editor: any Editor
    private let path: ObjectPath
    private let library: PhotoLibrary
    private let edits = Mutex((last: UInt64(0), tasks: [UInt64: Task<Void, Never>]()))

    init(_ editor: any Editor, at path: ObjectPath, of library: PhotoLibrary) {
        self.editor = editor
        self.path = path
        self.library = library
    }

    func cancelAll() {
        for task in edits.withLock({ Array($0.tasks.values) }) { task.cancel() }
    }

    nonisolated(nonsending) func interfaces(at path: ObjectPath, for sender: BusName) async -> [ServedInterface]? {
        guard path == self.path else { return nil }
        return [
            ServedInterface(
                EditorInterface.name,
                methods: [
                    ServedMethod(EditorInterface.edit.method) { _, arguments in
                        let (ticket, details) = try arguments.decoded().values
                        try await self.begin(ticket, EditRequest(details))
                        return MessageArguments()
                    }
                ], introspection: EditorInterface.introspection)
        ]
    }

    nonisolated(nonsending) func children(of path: ObjectPath, for sender: BusName) async -> [String] { [] }

    /// Begins the session for a ticket, and starts the edit. Any program can make this call, but only tickets for this
    /// app are valid.
    private nonisolated(nonsending) func begin(_ ticket: String, _ request: EditRequest) async throws {
        let taken: (session: EditSessionProxy, input: ContentEditingInput)
        do { taken = try await library.takeUp(ticket, handling: editor.formats) } catch {
            throw ErrorReply.failed(error.message)
        }
        let (session, input) = taken
        edits.withLock { edits in
            edits.last += 1
            let number = edits.last
            edits.tasks[number] = Task { @concurrent [weak self] in
                await self?.edit(session, input, request)
                self?.edits.withLock { _ = $0.tasks.removeValue(forKey: number) }
            }
        }
    }

    private func edit(_ session: EditSessionProxy, _ input: ContentEditingInput, _ request: EditRequest) async {
        var failure: (any Error)?
        do {
            if let output = try await editor.edit(input, request) { try await session.finish(output) }
        } catch {
            failure = error
        }
        if let failure { await editor.failed(with: failure) }
    }
}
