import Filmgate
import FilmgateText

extension Command {
    static let clients = Command(
        "clients", summary: "List the connected programs, and how the broker identifies them",
        details: [
            "A client has a name of the form KIND:NAME, which 'grants set' takes. The name of a sandboxed app is verified; the names of other programs prove nothing.",
            "LEVEL is what the app may do now; 'paused' says that it took more photos within a short time than is allowed, or that you paused it. The owner's own programs have none. RESULTS is the number of open fetch results. With --json, 'requests' is the number of requests that wait for the person or for content, and 'subscribed' says whether the program receives changes.",
            "THROUGH is the program that acts for an app, such as the one that shows the file dialog.",
        ],
        options: [.noHeader], examples: [Example("clients", "Which programs are connected?")]
    ) { invocation in
        let clients = try await invocation.library().administration.clients()
        let hasDelegates = clients.contains { $0.delegate != nil }
        let through = Table.Column(localized("THROUGH"), leaves: 0, isName: true)
        return try invocation.write(clients, ConnectedApp.columns + (hasDelegates ? [through] : [])) { client in
            let row = [
                client.client?.description ?? localized("(not identified)"),
                client.level?.text(isPaused: client.pause != nil) ?? "",
                client.isVerified ? localized("yes") : localized("no"),
                client.user.map { String($0) } ?? "", client.pid.map { String($0) } ?? "",
                Text.number(client.openResults), client.name,
            ]
            return hasDelegates ? row + [client.delegate?.description ?? ""] : row
        }
    }
}

extension ConnectedApp {
    static var columns: [Table.Column] {
        [
            .init(localized("CLIENT"), isName: true), .init(localized("LEVEL")),
            .init(localized("VERIFIED"), leaves: 5), .init(localized("USER"), numeric: true, leaves: 3),
            .init("PID", numeric: true, leaves: 4), .init(localized("RESULTS"), numeric: true, leaves: 1),
            .init(localized("NAME"), leaves: 2),
        ]
    }
}

extension ConnectedApp: JSONOptionEncodable {}

extension Level {
    /// Returns the level as text for people; for a paused app, only "paused".
    func text(isPaused: Bool) -> String { isPaused ? localized("paused") : rawValue }
}
