internal import Filmgate

extension Command {
    static let clients = Command(
        "clients", summary: "List the programs that are connected, and who the broker takes them for",
        details: [
            "A client is named KIND:NAME, which is what 'grants set' takes. Of a sandboxed app the name is verified; "
                + "what other programs are called proves nothing.",
            "RESULTS are fetched lists that are open. With --json also 'requests', what waits for the person or for content, and "
                + "'subscribed', whether the program is told what changes.",
        ],
        options: [.noHeader], examples: [Example("clients", "Who is there?")]
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
                        Amount.number(client.openResults), client.name,
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
