import FilmgateDBus
import FilmgateWire

/// Serves `org.filmgate.Picker1`.
@BrokerActor struct PickerObject {
    let gate: Gate
    let picking: PickHandler
    let items: PickedItemDeliverer
    let reading: MetadataReader

    var interface: ServedInterface {
        ServedInterface(
            root: PickerInterface.self,
            [
                gate.method(PickerInterface.pick) { call, admission, arguments in
                    MessageArguments(try await picking.pick(arguments.values, for: call, admission))
                }.followed(by: picking.requests),
                gate.method(PickerInterface.openItem) { _, admission, arguments in
                    let (name, mimeType) = arguments.values
                    let order = PickedItemCall(name, ItemOptions(mimeType: mimeType), admission)
                    let (content, details) = try await items.open(order)
                    return MessageArguments(content, details)
                },
                gate.method(PickerInterface.requestItem) { call, admission, arguments in
                    let (name, options) = arguments.values
                    return MessageArguments(
                        try await items.request(PickedItemCall(name, options, admission), for: call))
                }.followed(by: picking.requests),
                gate.method(PickerInterface.getItemMetadata) { _, admission, arguments in
                    let order = PickedItemCall(arguments.values.0, ItemOptions(), admission)
                    return MessageArguments(try await items.metadata(of: order, by: reading).options)
                },
                gate.method(PickerInterface.keptItems) { _, admission, _ in
                    MessageArguments(try await picking.configuring.keptItems(for: admission))
                },
                gate.method(PickerInterface.forgetItems) { _, admission, arguments in
                    try await picking.configuring.keeper.forget(arguments.values.compactMap(\.handle), by: admission)
                    return MessageArguments()
                },
            ])
    }
}
