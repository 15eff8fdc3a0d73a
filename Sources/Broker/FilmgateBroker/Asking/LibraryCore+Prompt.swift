import FilmgateDBus
import FilmgateModel
import FilmgatePeers
import FilmgatePolicy
import FilmgateStore
import FilmgateWire
import Synchronization

/// Describes the requester to the person, by the identity that the broker established and by its installed desktop
/// file. The requester itself supplies only the purpose and the parent window.
extension LibraryCore {
    /// The maximum length of the purpose, in code points.
    private static let purposeLength = DesktopEntry.shownUsageLength
    private static let nameLength = DesktopEntry.shownNameLength
    private static let idLength = 1024
    /// The time limit for reading a desktop file.
    private static let timeLimit: Duration = .seconds(1)

    func prompt(
        to recipient: PromptDisplayContext, about client: Client, _ options: InteractionOptions,
        _ subject: AgentPrompt.Subject
    ) async throws -> AgentPrompt {
        let entry = await entry(of: client.id, in: recipient.languages)
        let purposes = [options.purpose, usage(entry, subject)].map { singleLine($0 ?? "", limit: Self.purposeLength) }
        let name = singleLine(entry?.name ?? "", limit: Self.nameLength)
        return AgentPrompt(
            id: recipient.id.text,
            app: AgentPrompt.App(
                id: visibleIdentity(client.id.description, limit: Self.idLength),
                name: name.isEmpty ? visibleIdentity(client.id.name, limit: Self.nameLength) : name,
                icon: entry?.icon.map { singleLine($0, limit: Self.idLength) }, isVerified: client.isVerified),
            purpose: purposes.first { !$0.isEmpty },
            parentWindow: options.parentWindow.map { singleLine($0, limit: Self.purposeLength) },
            assetCount: Int(try await library.summary().assets), subject: subject)
    }

    private func usage(_ entry: DesktopEntry?, _ subject: AgentPrompt.Subject) -> String? {
        switch subject {
        case .access(.addOnly, _): entry?.additionsUsage
        case .access(.readWrite, _), .selection: entry?.libraryUsage
        // These prompts give no access to the library, so they do not show the usage descriptions of the desktop file.
        case .pick, .confirm, .settings: nil
        }
    }

    /// Returns a client's desktop entry. Returns nil if the entry does not exist, or if reading it takes too long,
    /// because a prompt must not wait for a name.
    private func entry(of client: ClientID, in languages: [String]) async -> DesktopEntry? {
        let once = Once()
        return await withCheckedContinuation { continuation in
            let timer = BrokerActor.after(Self.timeLimit) { once.run { continuation.resume(returning: nil) } }
            Task {
                let entry = await services.applications.entry(of: client, in: languages)
                timer.cancel()
                once.run { continuation.resume(returning: entry) }
            }
        }
    }
}

/// Runs the first closure passed to it, and ignores later closures.
private final class Once: Sendable {
    private let isDone = Mutex(false)

    func run(_ body: () -> Void) {
        let isFirst = isDone.withLock { isDone in
            defer { isDone = true }
            return !isDone
        }
        if isFirst { body() }
    }
}
