import FilmgateDBus
import FilmgateModel
import FilmgatePolicy
import FilmgateStore
import FilmgateWire

/// Asks the person to confirm a batch of changes, once for the whole batch.
@BrokerActor struct ChangeConfirmer: Sendable {
    /// The maximum number of assets. A person cannot review more, and a message to an agent has no room for more.
    private static let mostAssets = 50_000

    let core: LibraryCore
    let coordinator: PromptCoordinator
    let previews: ContentPreviewMaker

    /// Waits until the person has allowed the batch. The batch is a value, so it cannot change meanwhile.
    ///
    /// - Throws: `declined` if the person refused or closed the prompt, `accessDenied` if the client lost its access;
    ///   `restricted`, `muted`, `noAgent`, `noUsableAnswer`, `busy`, `limitsExceeded`, and the errors of `previews`.
    func confirm(_ question: ConfirmationRequest, in call: MethodCall, _ admission: Admission) async throws {
        let (client, changes) = (admission.client, question.changes)
        guard question.edits.count <= AgentPrompt.Preview.most else {
            throw WireError.limitsExceeded(
                "A person can confirm at most \(AgentPrompt.Preview.most) changes of content at once; send several batches."
            )
        }
        guard changes.reduce(0, { $0 + $1.assets.count }) <= Self.mostAssets else {
            throw WireError.limitsExceeded(
                "A person can confirm at most \(Self.mostAssets) assets at once; send several batches.")
        }
        try core.grants.checkAsking(client)
        let holder = core.grants.holder(of: client)
        // Makes the previews first, so that the client gets an error if no prompt is possible.
        let previews = try await previews.previews(of: question.edits, for: client.id)
        // Checks again, because time has passed. Nothing suspends between this check and `enter`.
        try core.grants.checkAsking(client)
        let request = try coordinator.enter(
            PromptRequest(
                kind: .confirm, client: client,
                requester: Requester(client: client.id, connection: holder.connection),
                prompt: { recipient in
                    try await core.prompt(
                        to: recipient, about: client, InteractionOptions(), .confirm(changes, previews: previews))
                },
                read: { reply, _, _ in
                    guard let answer = await reading(reply, to: .confirm) else { return nil }
                    let isAllowed = answer.decision == .allow
                    return .decided {
                        core.audit.note(
                            isAllowed ? "allow" : "deny", rule: answer.rule, to: "confirm-changes", by: client)
                        return RequestResponse(isAllowed ? .success : .denied)
                    }
                }))
        try await admission.connection.confirming(call) { try await check(coordinator.ending(of: request), client) }
    }

    private func check(_ ending: PromptResult, _ client: Client) throws {
        switch ending {
        case .decided(let response):
            guard response.outcome == .success else { throw WireError.declined }
        case .undecided(.withdrawn): throw CancellationError()
        case .undecided(.noAgent): throw WireError.noAgent
        case .undecided(.noUsableAnswer): throw WireError.noUsableAnswer
        case .undecided(.dismissed): throw WireError.declined
        case .undecided(.settled):
            let grant = core.grants.grant(of: client)
            let isOpen = PromptKind.confirm.isOpen(grant.addOnly, grant.readWrite)
            throw isOpen ? core.grants.unasked(client) : WireError.accessDenied
        }
    }
}

/// The changes that the person is asked to confirm.
final class ConfirmationRequest: Sendable {
    let changes: [AgentPrompt.Change]
    /// The changes that affect content. The person sees the content before and after each of them.
    let edits: [ContentPreviewMaker.ChangedContent]

    /// The content of the assets to be reverted, read before the person is asked.
    let reverted: [AssetID: EditableAsset]

    init(
        _ changes: [AgentPrompt.Change], _ edits: [ContentPreviewMaker.ChangedContent],
        reverted: [AssetID: EditableAsset] = [:]
    ) {
        self.reverted = reverted
        self.changes = changes
        self.edits = edits
    }
}
