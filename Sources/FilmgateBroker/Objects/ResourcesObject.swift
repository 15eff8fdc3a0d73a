internal import FilmgateDBus
internal import FilmgatePolicy
internal import FilmgateStore
internal import FilmgateWire

/// Serves `org.filmgate.Resources1`.
@BrokerActor struct ResourcesObject {
    let gate: Gate
    let library: Library

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
                    switch try await library.openResource(
                        of: identifier.id, type: name.type, visibleTo: admission.visibility)
                    {
                    case .opened(let content): return Arguments(content, ["redacted": Variant([String]())])
                    case .noSuchAsset: throw WireError.noSuchAsset
                    case .noSuchResource:
                        throw WireError.notFound("The asset has no resource '\(name.representation)'.")
                    case .withheld(let reason): throw WireError(reason)
                    }
                },
            ])
    }
}
