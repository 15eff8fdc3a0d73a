import FilmgateDBus
import FilmgatePolicy
import FilmgateSystem
import FilmgateWire

/// Serves `org.filmgate.Editing1`.
@BrokerActor struct EditingObject {
    let gate: Gate
    let beginning: BeginEditingHandler

    var interface: ServedInterface {
        ServedInterface(
            root: EditingInterface.self,
            [
                gate.method(EditingInterface.beginEditing) { _, admission, arguments in
                    let (asset, options) = arguments.values
                    return Self.reply(try await beginning.begin(asset.id, options, admission))
                },
                gate.method(EditingInterface.takeUp) { _, admission, arguments in
                    let (ticket, options) = arguments.values
                    return Self.reply(try await beginning.takeUp(ticket, options, admission))
                },
                gate.method(EditingInterface.createTicket) { _, admission, arguments in
                    let (asset, editor, _) = arguments.values
                    return MessageArguments(try await beginning.createTicket(asset.id, for: editor.id, admission))
                },
            ])
    }

    private nonisolated static func reply(
        _ begun: BeginEditingHandler.BeginReply
    ) -> MessageArguments<ObjectPath, OwnedDescriptor, EditingInput> {
        MessageArguments(begun.path, begun.content, begun.input)
    }
}

/// Serves `org.filmgate.EditSession1` for all sessions. The path of a call selects the session.
@BrokerActor struct EditSessionObject {
    let gate: Gate
    let finishing: FinishEditingHandler
    let transforming: TransformContentHandler

    var interface: ServedInterface {
        ServedInterface(
            EditSessionInterface.name,
            methods: [
                gate.method(EditSessionInterface.finish) { call, admission, arguments in
                    let (files, format, version, data, _) = arguments.values
                    try await finish(call, admission, FinishEditingHandler.Result(files, format, version, data))
                    return MessageArguments()
                },
                gate.method(EditSessionInterface.transform) { call, admission, arguments in
                    let (session, editor) = try await session(of: call, admission)
                    try await transforming.transform(session, arguments.values.transform, for: call, editor)
                    return MessageArguments()
                },
                gate.method(EditSessionInterface.cancel) { call, admission, _ in
                    admission.connection.edits.end(call.path)
                    return MessageArguments()
                },
            ],
            introspection: EditSessionInterface.introspection)
    }

    private func finish(_ call: MethodCall, _ admission: Admission, _ result: FinishEditingHandler.Result) async throws
    {
        let (session, editor) = try await session(of: call, admission)
        try await finishing.finish(session, result, for: call, editor)
    }

    /// Returns the session at the path of a call, and the access with which its client edits the asset.
    private func session(
        of call: MethodCall, _ admission: Admission
    ) async throws -> (session: EditSession, editor: Admission) {
        guard let session = admission.connection.edits[call.path] else {
            throw ErrorReply.unknownObject("There is no object \(call.path).")
        }
        // If the session began with a ticket, the client needs no access of its own.
        let editor =
            if let item = session.item {
                Admission(admission, to: item)
            } else {
                try await gate.admit(call, to: .editAssets)
            }
        return (session, editor)
    }
}
