internal import FilmgateDBus
internal import FilmgateModel
internal import FilmgatePolicy
internal import FilmgateStore
internal import FilmgateWire

/// Serves `org.filmgate.Resources1`.
@BrokerActor struct ResourcesObject {
    let gate: Gate
    let library: Library
    let opening: OpenResource

    var interface: ServedInterface {
        ServedInterface(
            root: ResourcesInterface.self,
            [
                gate.method(ResourcesInterface.listResources) { _, admission, arguments in
                    let id = arguments.values.id
                    guard let resources = try await library.resources(of: id, visibleTo: admission.visibility) else {
                        throw WireError.noSuchAsset
                    }
                    return Arguments(resources.map(ResourceDescription.init))
                },
                gate.method(ResourcesInterface.openResource) { _, admission, arguments in
                    let (identifier, name, _) = arguments.values
                    let opened = try await opening.open(identifier.id, name.type, admission)
                    let kinds = MetadataKind.allCases.filter(opened.redacted.contains)
                    return Arguments(opened.content, ["redacted": Variant(kinds.map(\.rawValue))])
                },
            ])
    }
}
