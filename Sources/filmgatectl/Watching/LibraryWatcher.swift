internal import Filmgate

/// Writes what becomes different in the library, as the client library tells it, until it is interrupted.
struct LibraryWatcher {
    let library: PhotoLibrary
    let invocation: Invocation
    /// Where to begin; nil: now.
    let start: ChangeToken?

    func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await follow() }
            group.addTask { await Following.rest() }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    private func follow() async throws {
        var last = start
        defer {
            // Behind what a terminal shows of Ctrl-C.
            if Interruption.isRequested, StandardStream.error.isTerminal { StandardStream.error.writeIfPossible("\n") }
            if let last, Interruption.isRequested || last != start {
                // On one line, however narrow the terminal is, or it could not be copied from there.
                invocation.note(whole: "To go on from here: filmgatectl watch --after \(last.text)")
            }
        }
        var teller = Teller(library, invocation)
        await teller.begin()
        let greeting = "Watching; Ctrl-C ends it."
        if start != nil { invocation.note(greeting) }
        let changes = library.changes(since: start) { [invocation] isThere in
            invocation.note(isThere ? "The broker is there again." : "The broker is gone; waiting for it.")
        }
        for try await update in changes {
            // Without a token the first one says that it has begun.
            if last == nil { invocation.note(greeting) }
            try await teller.tell(update, at: Moment.now)
            if !update.isLossOfAccess { last = update.token }
        }
    }
}

/// Writes one update after the other.
private struct Teller {
    private let invocation: Invocation
    private var names: ThingNames
    private var lines: WatchLines

    init(_ library: PhotoLibrary, _ invocation: Invocation) {
        self.invocation = invocation
        names = ThingNames(library)
        lines = WatchLines(columns: invocation.output.columns)
    }

    /// Looks at what there is before anything happens.
    mutating func begin() async { if !invocation.writesJSON { await names.learn() } }

    mutating func tell(_ update: LibraryUpdate, at moment: Timestamp) async throws {
        if invocation.writesJSON {
            return try invocation.output.write(JSON.line(of: UpdateRecord(update: update, time: moment)))
        }
        guard update.changes.isIncremental else {
            try invocation.output.write(lines.text(sentence(about: update), at: moment))
            return await names.learn()
        }
        let lists = update.changes.lists
        let collections = lists.filter { $0.noun != "photo" }
        if !collections.isEmpty { await names.learn(keeping: collections.filter(\.isOfDeleted).flatMap(\.ids)) }
        for list in lists {
            let known = await names.names(of: list, atMost: WatchLines.listed)
            try invocation.output.write(lines.text(of: list, update.changes.reason, names: known, at: moment))
        }
    }

    /// What it means that not everything is listed, and what to do.
    private func sentence(about update: LibraryUpdate) -> String {
        if update.isLossOfAccess { return "This program may see nothing any more. When it may again, that is told." }
        if update.isOfExpiredToken {
            return "What has changed since the token is not known: it is too old, or mistyped, or was given to another "
                + "program or of another library. 'filmgatectl assets list' shows what there is; what changes from now on "
                + "is told here."
        }
        switch update.changes.reason {
        case .grant:
            return "This program's access is another now: whatever was read before is to be read anew."
        case .library, .selection:
            return "More has changed than is known: whatever was read before is to be read anew."
        }
    }
}
