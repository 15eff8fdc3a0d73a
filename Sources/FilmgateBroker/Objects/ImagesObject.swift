internal import FilmgateDBus
internal import FilmgateWire

/// Serves `org.filmgate.Images1`.
@BrokerActor struct ImagesObject {
    let gate: Gate
    let images: RequestImage

    var interface: ServedInterface {
        ServedInterface(
            root: ImagesInterface.self,
            [
                gate.method(ImagesInterface.requestImage) { call, admission, arguments in
                    let (identifier, options) = arguments.values
                    return Arguments(try await images.request(identifier.id, options, for: call, admission))
                }.followed { [requests = images.requests] call in
                    BrokerActor.assumeIsolated { requests.begin(call) }
                }
            ])
    }
}
