import FilmgateDBus
import FilmgateModel
import FilmgatePolicy
import FilmgateWire

/// Serves `org.filmgate.EditSession1`: one interface for all sessions; the path selects the session.
@BrokerActor struct EditSessionObject {
    let gate: Gate
    let finishing: FinishEditing

    var interface: ServedInterface {
        ServedInterface(
            EditSessionInterface.name,
            methods: [
                gate.method(EditSessionInterface.finish) { call, admission, arguments in
                    let (files, format, version, data, _) = arguments.values
                    try await finish(call, admission, FinishEditing.Result(files, format, version, data))
                    return Arguments()
                },
                gate.method(EditSessionInterface.cancel) { call, admission, _ in
                    admission.connection.edits.end(call.path)
                    return Arguments()
                },
            ],
            introspection: EditSessionInterface.introspection)
    }

    private func finish(_ call: MethodCall, _ admission: Admission, _ result: FinishEditing.Result) async throws {
        guard let session = admission.connection.edits[call.path] else {
            throw ErrorReply.unknownObject("There is no object \(call.path).")
        }
        // A client needs no access of its own for an item for which the person chose it.
        let editor =
            if let item = session.item {
                Admission(admission, to: item)
            } else {
                try await gate.admit(call, to: .editAssets)
            }
        try await finishing.finish(session, result, for: call, editor)
    }
}
