internal import FilmgateDBus
internal import FilmgateWire

/// Serves `org.filmgate.Request1`, one interface for all requests: the path says which.
struct RequestObject {
    let gate: Gate
    let requests: RequestRegistry

    var interface: ServedInterface {
        ServedInterface(
            RequestInterface.name,
            methods: [
                gate.handler(RequestInterface.close) { call, _, _ in
                    await requests.close(call.path, of: call.sender)
                    return Arguments()
                }
            ],
            introspection: RequestInterface.introspection)
    }
}
