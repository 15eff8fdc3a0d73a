import FilmgateDBus
import FilmgateModel
import FilmgateStore
import FilmgateWire

/// Serves `org.filmgate.Resources1`.
@BrokerActor struct ResourcesObject {
    let gate: Gate
    let opening: OpenResourceHandler
    let requesting: RequestResourceHandler
    let reading: MetadataReader

    var interface: ServedInterface {
        ServedInterface(
            root: ResourcesInterface.self,
            [
                gate.method(ResourcesInterface.listResources) { _, admission, arguments in
                    let id = arguments.values.id
                    guard var resources = try await gate.core.library.resources(of: id, visibleTo: admission.visibility)
                    else {
                        throw WireError.noSuchAsset
                    }
                    if resources.contains(where: { $0.type == .adjustmentData }),
                        try await !opening.showsAdjustmentData(of: id, admission)
                    {
                        resources.removeAll { $0.type == .adjustmentData }
                    }
                    return MessageArguments(resources.map(ResourceDescription.init))
                },
                gate.method(ResourcesInterface.openResource) { _, admission, arguments in
                    let (identifier, name, options) = arguments.values
                    let order = RequestedResource(
                        identifier.id, name.type, without: options.without, xmp: options.xmp, admission)
                    let opened = try await opening.handOut(order)
                    // A client that gets the adjustment data of an edit can resume the edit, and may read its format.
                    let format =
                        name.type == .adjustmentData
                        ? try await gate.core.library.editableAsset(identifier.id, visibleTo: admission.visibility)?
                            .format : nil
                    return MessageArguments(
                        opened.content, OpenResourceReply(redacted: opened.redacted, format: format))
                },
                gate.method(ResourcesInterface.requestResource) { call, admission, arguments in
                    let (identifier, name, options) = arguments.values
                    let order = RequestedResource(identifier.id, name.type, without: options.without, admission)
                    return MessageArguments(try await requesting.request(order, options, for: call))
                }.followed(by: requesting.requests),
                gate.method(ResourcesInterface.getMetadata) { _, admission, arguments in
                    let (identifier, _) = arguments.values
                    return MessageArguments(try await reading.metadata(of: identifier.id, admission).options)
                },
            ])
    }
}
