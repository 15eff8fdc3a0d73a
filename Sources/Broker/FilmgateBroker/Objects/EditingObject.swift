import FilmgateDBus
import FilmgateModel
import FilmgateSystem
import FilmgateWire

/// Serves `org.filmgate.Editing1`.
@BrokerActor struct EditingObject {
    let gate: Gate
    let beginning: BeginEditing

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
                    return Arguments(try await beginning.createTicket(asset.id, for: editor.id, admission))
                },
            ])
    }

    private nonisolated static func reply(
        _ begun: BeginEditing.Begun
    ) -> Arguments<ObjectPath, OwnedDescriptor, EditingInput> {
        Arguments(begun.path, begun.content, begun.input)
    }
}
