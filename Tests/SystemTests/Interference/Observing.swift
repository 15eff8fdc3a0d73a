import FilmgateTestKit

/// What the app hears of changes.
extension Twin {
    /// What has changed since this was last asked, by history and by signals, which must end at the same moment.
    mutating func changes() async throws -> Transcript.Line {
        var lines: [String] = []
        if heard == nil, isReading { lines.append(try await subscribe()) }
        guard let before = told else { return Transcript.Line(attempt: "changes", told: "") }
        if isReading {
            while heard == "" { lines.append(try await hear()) }
        } else {
            // After a restart it hears nothing before it reads again.
            while let heard, heard != "" { lines.append(try await hear()) }
        }
        do {
            // After a time without access it goes on with what the first signal says.
            let token = before.isEmpty ? heard ?? "" : before
            let changes = try await app.changes(since: token)
            told = changes.token
            keep(changes.token)
            lines.append("\(named(token)) to \(named(changes.token)): \(labelled(changes))")
            guard !changes.lists.isEmpty || changes.isIncremental == false else {
                return Transcript.Line(attempt: "changes", told: lines.joined(separator: "\n"))
            }
            while heard != told { lines.append(try await hear()) }
        } catch let error as BusError {
            lines.append("\(error.kind): \(error.message)")
            told = heard
        }
        return Transcript.Line(attempt: "changes", told: lines.joined(separator: "\n"))
    }

    private var isReading: Bool { level == "limited" || level == "full" }

    private mutating func subscribe() async throws -> String {
        let token = try await app.subscribe()
        heard = token
        if told ?? "" == "" { told = token }
        return "subscribed at \(named(token))"
    }

    /// The last few tokens that differ, or what was given instead.
    private mutating func keep(_ token: String) {
        guard !kept.contains(token) else { return }
        kept = kept.suffix(Twin.tokensKept - 1) + [token]
    }

    mutating func history(_ number: Int) async throws -> [String] {
        guard !kept.isEmpty else { return ["no token yet"] }
        let token = kept[number % kept.count]
        let changes = try await app.changes(since: token)
        return ["\(named(token)) to \(named(changes.token)): \(labelled(changes))"]
    }

    private mutating func hear() async throws -> String {
        let changes = try await app.nextChanges()
        heard = changes.token
        return "heard to \(named(changes.token)): \(labelled(changes))"
    }

    /// A token by when it was first heard of.
    private mutating func named(_ token: String) -> String {
        let name = tokens[token] ?? "token \(tokens.count)"
        tokens[token] = name
        return name
    }

    /// What is listed, by what both libraries know it by, in the order in which it stands there; but where another level is the
    /// reason, it stands in the order of the identifiers, which are random.
    private mutating func labelled(_ changes: Client.Changes) -> String {
        let isOrdered = changes.reason != "grant"
        var lists: [String] = []
        for name in changes.lists.keys.sorted() {
            let labels = changes[name].map { label($0, isNumbered: isOrdered) }
            lists.append("\(name) \(isOrdered ? labels : labels.sorted())")
        }
        return "\(changes.reason) \(changes.isIncremental == true) \(changes.hasMore) \(lists)"
    }

    /// - Parameter isNumbered: whether something that neither is known by is told by when it was first heard of.
    private mutating func label(_ id: String, isNumbered: Bool) -> String {
        if let number = shared.firstIndex(of: id) { return "shared \(number)" }
        if let number = own.firstIndex(of: id) { return "own \(number)" }
        if let name = strangers[id] { return name }
        guard isNumbered else { return "another" }
        let name = "another \(strangers.count)"
        strangers[id] = name
        return name
    }
}
