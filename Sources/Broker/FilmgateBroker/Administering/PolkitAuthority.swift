import FilmgateDBus
import FilmgatePolicy
import FilmgateSystemServices
import Synchronization

/// The authority of the system bus: polkit. The first request connects to polkit.
///
/// Only a positive answer from polkit authorizes. If no person is asked, polkit must answer within a time limit. If a
/// person is asked, a longer limit applies, and polkit must answer pings until then.
final class PolkitAuthority: Authority {
    private let connection: Connection
    private let answerTime: Duration
    private let personTime: Duration
    private let polkit = Mutex<Polkit?>(nil)

    init(_ connection: Connection, _ settings: Settings) {
        self.connection = connection
        answerTime = settings.authorityTime
        personTime = settings.personTime
    }

    /// Runs outside the event loop, because the first request loads polkit's library.
    @concurrent func answer(to question: AuthorityQuestion) async -> AuthorityAnswer {
        let polkit: Polkit
        do { polkit = try reached() } catch {
            return .unavailable("libpolkit-gobject-1 cannot be loaded, or its thread cannot be started: \(error)")
        }
        return await withTaskGroup(of: AuthorityAnswer.self) { group in
            group.addTask { await polkit.answer(to: PolkitQuestion(question)) }
            group.addTask { await self.silence(isPersonAsked: question.allowsInteraction) }
            let first = await group.next()
            group.cancelAll()
            return first ?? .unavailable("there was no answer")
        }
    }

    private func reached() throws -> Polkit {
        try polkit.withLock { polkit in
            if let polkit { return polkit }
            let reached = try Polkit()
            polkit = reached
            return reached
        }
    }

    /// Returns `unavailable` when polkit stops answering, or when the time limit is over.
    private func silence(isPersonAsked: Bool) async -> AuthorityAnswer {
        let start = ContinuousClock.now
        do {
            repeat {
                try await Task.sleep(for: answerTime)
                guard isPersonAsked else { return .unavailable("polkit did not answer within \(answerTime)") }
                _ = try await connection.call(
                    Self.ping, of: "org.freedesktop.DBus.Peer", at: "/org/freedesktop/PolicyKit1/Authority",
                    on: "org.freedesktop.PolicyKit1", MessageArguments(), options: CallOptions(timeout: answerTime))
            } while ContinuousClock.now - start < personTime
            return .unavailable("the person did not authenticate within \(personTime)")
        } catch {
            return .unavailable("polkit no longer answers: \(error)")
        }
    }

    private static let ping = Method<NoArguments, NoArguments>("Ping")
}

extension PolkitQuestion {
    fileprivate init(_ question: AuthorityQuestion) {
        self.init(
            action: question.action.rawValue, subject: question.subject.rawValue,
            allowsInteraction: question.allowsInteraction,
            user: question.user
        ) { name in
            ["change": question.change(name), "client": question.client, "level": question.level, "user": name]
        }
    }
}
