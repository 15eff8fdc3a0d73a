internal import FilmgateDBus
internal import FilmgatePolicy
internal import FilmgateStore
internal import FilmgateWire

/// Serves `org.filmgate.Resources1`.
struct ResourcesObject {
    let gate: Gate
    let library: Library

    var interface: ServedInterface {
        ServedInterface(
            root: ResourcesInterface.self,
            [
                gate.handler(ResourcesInterface.listResources) { [library] _, admission, arguments in
                    let resources = try await library.resources(
                        of: arguments.values.id, visibleTo: admission.visibility)
                    return Arguments(resources.map(ResourceDescription.init))
                },
                gate.handler(ResourcesInterface.openResource) { [library] _, admission, arguments in
                    let (identifier, name, _) = arguments.values
                    let (content, _) = try await library.openResource(
                        of: identifier.id, type: name.type, visibleTo: admission.visibility)
                    return Arguments(content, ["redacted": Variant([String]())])
                },
            ])
    }
}
