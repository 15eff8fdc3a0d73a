import Filmgate
import FilmgateLibraryTools
import FilmgateText

/// Writes the changes of the library until the command is interrupted.
struct LibraryWatcher {
    let library: PhotoLibrary
    let invocation: Invocation
    /// The token after which the changes begin; nil for the changes from now on.
    let start: ChangeToken?

    func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await follow() }
            group.addTask { await invocation.interruptibleRun.rest() }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    private func follow() async throws {
        var last = start
        defer {
            // A line break ends the line on which the terminal shows ^C.
            if invocation.interruption.isRequested, invocation.error.isTerminal {
                invocation.error.writeIfPossible("\n")
            }
            if let last, invocation.interruption.isRequested || last != start {
                // The command is on one line, so that it can be copied from a narrow terminal.
                let command = ["command": "filmgatectl watch --after \(last.text)"]
                invocation.note(whole: localized("To continue from here: {command}", command))
            }
        }
        var writer = UpdateWriter(library, invocation)
        await writer.begin()
        let greeting = localized("Watching. Press Ctrl-C to end.")
        if start != nil { invocation.note(greeting) }
        let changes = library.changes(since: start) { [invocation] exists in
            invocation.note(
                exists ? localized("The broker runs again.") : localized("The broker has stopped. Waiting for it."))
        }
        for try await update in changes {
            // Without a token, the first update shows that the broker has begun to report changes.
            if last == nil { invocation.note(greeting) }
            try await writer.write(update, at: TimeText.now)
            if !update.isLossOfAccess { last = update.token }
        }
    }
}

private struct UpdateWriter {
    private let invocation: Invocation
    private var names: ObjectNames
    private var lines: WatchLines

    init(_ library: PhotoLibrary, _ invocation: Invocation) {
        self.invocation = invocation
        names = ObjectNames(library)
        lines = WatchLines(columns: invocation.output.columns)
    }

    /// Reads the names of albums and folders before the first change.
    mutating func begin() async { if !invocation.writesJSON { await names.learn() } }

    mutating func write(_ update: LibraryUpdate, at moment: Timestamp) async throws {
        if invocation.writesJSON {
            return try invocation.output.write(JSON.line(of: UpdateRecord(update: update, time: moment)))
        }
        guard update.changes.isIncremental else {
            try invocation.output.write(lines.text(sentence(about: update), at: moment))
            return await names.learn()
        }
        let lists = update.changes.lists
        let collections = lists.filter { $0.object != .photo }
        if !collections.isEmpty { await names.learn(keeping: collections.filter(\.isOfDeleted).flatMap(\.ids)) }
        for list in lists {
            let known = await names.names(of: list, atMost: WatchLines.listed)
            try invocation.output.write(lines.text(of: list, update.changes.reason, names: known, at: moment))
        }
    }

    /// Explains an update that does not list everything.
    private func sentence(about update: LibraryUpdate) -> String {
        if update.isLossOfAccess {
            return localized("This program may not see anything now. You will read here when it may again.")
        }
        if update.isOfExpiredToken {
            return localized(
                "The changes since this token are not known. It is too old or mistyped, or belongs to a different program or library. 'filmgatectl assets list' shows the present assets. New changes appear here."
            )
        }
        switch update.changes.reason {
        case .grant:
            return localized("This program's access has changed. Read everything again.")
        case .library, .selection:
            return localized("There were more changes than are listed. Read everything again.")
        }
    }
}
