internal import Filmgate
internal import FilmgateText

extension Command {
    static let clients = Command(
        "clients", summary: "List the connected programs, and how the broker identifies them",
        details: [
            "A client has a name of the form KIND:NAME, which 'grants set' takes. The name of a sandboxed app is verified; the names of "
                + "other programs prove nothing.",
            "RESULTS is the number of open fetch results. With --json, 'requests' is the number of requests that wait for the person "
                + "or for content, and 'subscribed' says whether the program receives changes.",
        ],
        options: [.noHeader], examples: [Example("clients", "Which programs are connected?")]
    ) { invocation in
        let clients = try await invocation.library().administration.clients()
        if invocation.writesJSON {
            try invocation.output.write(JSON.text(of: clients.map(ClientRecord.init)) + "\n")
            return .success
        }
        var table = Table(
            [
                .init("CLIENT", isName: true), .init("VERIFIED", leaves: 5), .init("USER", numeric: true, leaves: 3),
                .init("PID", numeric: true, leaves: 4), .init("RESULTS", numeric: true, leaves: 1),
                .init("NAME", leaves: 2),
            ], width: invocation.output.columns, hasHeadings: !invocation.has(.noHeader))
        try invocation.output.write(
            table.lines(
                clients.map { client in
                    [
                        client.client?.description ?? "(not identified)", client.isVerified ? "yes" : "no",
                        client.user.map { String($0) } ?? "", client.pid.map { String($0) } ?? "",
                        Text.number(client.openResults), client.name,
                    ]
                }))
        return .success
    }
}

/// A connected client as JSON.
private struct ClientRecord: Encodable {
    let name: String
    let client: String
    let kind: String
    let verified: Bool
    let user: UInt32?
    let pid: UInt32?
    let results: Int
    let requests: Int
    let subscribed: Bool

    init(_ app: ConnectedApp) {
        name = app.name
        client = app.client?.description ?? ""
        kind = app.client?.kind.rawValue ?? ""
        verified = app.isVerified
        user = app.user
        pid = app.pid
        results = app.openResults
        requests = app.openRequests
        subscribed = app.isSubscribed
    }
}
