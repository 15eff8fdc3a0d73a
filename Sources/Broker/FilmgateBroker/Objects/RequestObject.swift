import FilmgateDBus
import FilmgateWire

/// Serves `org.filmgate.Request1`: one interface for all requests; the path selects the request.
@BrokerActor struct RequestObject {
    let gate: Gate

    var interface: ServedInterface {
        ServedInterface(
            RequestInterface.name,
            methods: [
                gate.method(RequestInterface.close) { call, admission, _ in
                    admission.connection.requests.close(call.path)
                    return Arguments()
                }
            ],
            introspection: RequestInterface.introspection)
    }
}
