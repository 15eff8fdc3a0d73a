import FilmgateTestKit

/// What the app is told about changes.
extension Twin {
    /// Changes since the last question, from history and from signals, which must end at the same position.
    mutating func changes() async throws -> Transcript.Line {
        var lines: [String] = []
        if heard == nil, isReading { lines.append(try await subscribe()) }
        guard let before = reported else { return Transcript.Line(attempt: "changes", reported: "") }
        if isReading {
            while heard == "" { lines.append(try await hear()) }
        } else {
            // After a restart it receives no signals before it reads again.
            while let heard, heard != "" { lines.append(try await hear()) }
        }
        do {
            // After a time without access it continues with the content of the first signal.
            let token = before.isEmpty ? heard ?? "" : before
            let changes = try await app.changes(since: token)
            reported = changes.token
            keep(changes.token)
            lines.append("\(named(token)) to \(named(changes.token)): \(labelled(changes))")
            guard !changes.lists.isEmpty || changes.isIncremental == false else {
                return Transcript.Line(attempt: "changes", reported: lines.joined(separator: "\n"))
            }
            while heard != reported { lines.append(try await hear()) }
        } catch let error as BusError {
            lines.append("\(error.kind): \(error.message)")
            reported = heard
        }
        return Transcript.Line(attempt: "changes", reported: lines.joined(separator: "\n"))
    }

    private var isReading: Bool { !isDelegated && isReadingLevel }

    private var isReadingLevel: Bool { level == "full" || level == "images" || level.hasPrefix("limited") }

    private mutating func subscribe() async throws -> String {
        let token = try await app.subscribe()
        heard = token
        if reported ?? "" == "" { reported = token }
        return "subscribed at \(named(token))"
    }

    /// The last few distinct tokens, or what was returned instead.
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

    /// A token, replaced by the order of its first appearance.
    private mutating func named(_ token: String) -> String {
        let name = tokens[token] ?? "token \(tokens.count)"
        tokens[token] = name
        return name
    }

    /// The listed objects by their common names, in the order of the list; if a change of level is the reason, in the
    /// order of the identifiers, which are random.
    private mutating func labelled(_ changes: TestClient.Changes) -> String {
        let isOrdered = changes.reason != "grant"
        var lists: [String] = []
        for name in changes.lists.keys.sorted() {
            let labels = changes[name].map { label($0, isNumbered: isOrdered) }
            lists.append("\(name) \(isOrdered ? labels : labels.sorted())")
        }
        return "\(changes.reason) \(changes.isIncremental == true) \(changes.hasMore) \(lists)"
    }

    /// - Parameter isNumbered: whether an object without a common name is replaced by the order of its first
    ///   appearance.
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
