import FilmgateDBus
import FilmgatePolicy
import FilmgateWire

/// Serves `org.filmgate.FetchResult1` for all results. The path of a call selects the result.
@BrokerActor struct FetchResultObject {
    let gate: Gate
    let fetcher: Fetcher

    var interface: ServedInterface {
        ServedInterface(
            FetchResultInterface.name,
            methods: [
                gate.method(FetchResultInterface.read) { call, admission, arguments in
                    let (offset, count, names) = arguments.values
                    return MessageArguments(try await fetcher.read(offset, count, names, of: call, admission))
                },
                gate.method(FetchResultInterface.snapshot) { call, admission, arguments in
                    let (names, range) = arguments.values
                    let (content, layout) = try await fetcher.snapshot(names, range, of: call, admission)
                    return MessageArguments(content, layout)
                },
                gate.method(FetchResultInterface.indexOf) { call, admission, arguments in
                    MessageArguments(try await fetcher.index(of: arguments.values.id, in: call, admission))
                },
                gate.method(FetchResultInterface.update) { call, admission, _ in
                    MessageArguments(try await fetcher.update(of: call, admission))
                },
                gate.method(FetchResultInterface.close) { call, admission, _ in
                    admission.connection.results.open[call.path] = nil
                    return MessageArguments()
                },
            ],
            properties: [
                ServedProperty(FetchResultInterface.count) { call in
                    try await count(call)
                }
            ],
            introspection: FetchResultInterface.introspection)
    }

    private func count(_ call: MethodCall) async throws -> UInt32 {
        let admission = try await gate.admit(call, to: .readAssets)
        return UInt32(clamping: try admission.connection.results.result(at: call.path).content.count)
    }
}

/// Serves `org.filmgate.Request1` for all requests. The path of a call selects the request.
@BrokerActor struct RequestObject {
    let gate: Gate

    var interface: ServedInterface {
        ServedInterface(
            RequestInterface.name,
            methods: [
                gate.method(RequestInterface.close) { call, admission, _ in
                    admission.connection.requests.close(call.path)
                    return MessageArguments()
                }
            ],
            introspection: RequestInterface.introspection)
    }
}
