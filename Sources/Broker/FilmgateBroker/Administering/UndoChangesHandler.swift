import FilmgateModel
import FilmgatePolicy
import FilmgateStore
import FilmgateWire

/// Undoes changes that clients or the owner's tools made to a library.
@BrokerActor struct UndoChangesHandler: Sendable {
    let core: LibraryCore

    /// - Parameters:
    ///   - client: nil means the owner's tools. Without dates and names, only their latest batch is undone.
    ///   - connection: the caller's connection, which knows the batches by name.
    /// - Throws: `invalidArgument` for options that do not fit together, `notFound` for an unknown name.
    func undo(
        _ client: ClientID?, _ options: UndoOptions, by permit: AdminPermit, on connection: ClientConnection
    ) async throws -> UndoneChanges {
        var selection = UndoSelection.lastOfOwner
        if let client {
            selection = .client(client, since: options.since, until: options.until)
        } else if options.since != nil || options.until != nil {
            selection = .owner(since: options.since, until: options.until)
        }
        if let names = options.names {
            guard client == nil else {
                throw WireError.invalidArgument("UndoChanges: 'names' are of the owner's batches, not of a client's.")
            }
            selection = .batches(try Self.batches(named: names, by: permit, on: connection))
        }
        if let since = options.since, let until = options.until, since > until {
            throw WireError.invalidArgument("UndoChanges: 'since' is later than 'until'.")
        }
        let entry =
            options.isDryRun
            ? nil
            : core.audit.changing(
                "undo-changes", AuditSubject(count: 0, client: client), by: permit.client)
        let report = try await core.library.undo(
            UndoRequest(
                selection, visibleTo: permit.visibility, by: .client(permit.client.id),
                isOwners: permit.client.isOwnersTool && permit.client.user == permit.user, at: core.clock.now(),
                isDryRun: options.isDryRun)
        ) { report in
            guard var entry else { return [] }
            entry.count = UInt32(clamping: report.undone.count)
            entry.ids = Array(report.undone.prefix(AuditEntry.idsAtMost))
            return [entry]
        }
        if !options.isDryRun { core.signals.inboxChanged() }
        return UndoneChanges(
            undone: report.undone, skipped: report.skipped.map(SkippedChange.init), keptSince: report.keptSince)
    }
}

extension UndoChangesHandler {
    /// Returns the batches that this connection named. Only batches in the caller's own library can have names.
    private static func batches(
        named names: [String], by permit: AdminPermit, on connection: ClientConnection
    ) throws -> [RecordedBatch] {
        try names.map { name in
            guard permit.isByOwner, let batch = connection.namedBatches[name] else {
                throw WireError.notFound("UndoChanges: no batch of this connection that is still known has this name.")
            }
            return batch
        }
    }
}

extension SkippedChange {
    fileprivate init(_ skipped: UndoReport.SkippedItem) {
        let reason =
            switch skipped.reason {
            case .changedLater(by: let client?): "\(client.quoted) changed it later."
            case .changedLater(by: nil): "Something else changed or used it later."
            case .purged: "It was deleted for good."
            case .coverPurged: "The photo that was its cover was deleted for good."
            case .gone: "It does not exist any more."
            case .editNotKept: "The edit that it had is not kept any more."
            case .holdsOthers: "It holds albums or folders that others put there."
            case .placeNotPossible: "The folder that held it does not exist any more, or cannot hold it."
            }
        self.init(id: skipped.id, aspect: skipped.aspect, reason: reason)
    }
}
