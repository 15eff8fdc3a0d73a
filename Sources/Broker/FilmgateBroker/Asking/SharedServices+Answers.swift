import FilmgateDBus
import FilmgateModel
import FilmgatePolicy
import FilmgateStore
import FilmgateWire

/// Asks for authorization for those answers of agents that need it.
extension SharedServices {
    /// - Throws: `AnswerNotAuthorizedError`, `CancellationError`.
    func authorize(
        _ decision: PromptAnswer.Decision, about access: AccessLevel, from source: AnswerSource, _ client: Client,
        _ call: MethodCall
    ) async throws {
        let needed = action(
            forAnswer: decision, about: access, to: client.id.kind, from: source, among: owners)
        let shown = client.id.quoted
        switch (access, decision) {
        case (_, .deny), (_, .dismiss), (_, .done), (_, .picked), (_, .otherFiles): return
        case (.addOnly, _):
            try await check(needed, client, .addOnly, call) { "allow adding to the photos of \($0) to \(shown)" }
        case (.readWrite, .allow):
            try await check(needed, client, .full, call) { "give full access to the photos of \($0) to \(shown)" }
        case (.readWrite, .limit):
            try await check(needed, client, .limited, call) { "show selected photos of \($0) to \(shown)" }
        }
    }

    /// - Throws: `AnswerNotAuthorizedError`, `CancellationError`.
    func authorize(_ edit: SelectionEdit, from source: AnswerSource, _ client: Client, _ call: MethodCall) async throws
    {
        let needed = action(forEdit: edit, to: client.id.kind, from: source, among: owners)
        let shown = client.id.quoted
        try await check(needed, client, .limited, call) { "show more photos of \($0) to \(shown)" }
    }

    /// - Throws: `AnswerNotAuthorizedError`, `CancellationError`.
    func authorizePick(
        from source: AnswerSource, extendsGrant: Bool, isInWaylandSession: Bool, under rule: PickPasswordRequirement,
        _ client: Client, _ call: MethodCall
    ) async throws {
        let needed = action(
            forPickBy: client.id.kind, from: source, extendsGrant: extendsGrant,
            isInWaylandSession: isInWaylandSession, under: rule, among: owners)
        let shown = client.id.quoted
        try await check(needed, client, .limited, call) { "give photos of \($0) that were picked to \(shown)" }
    }

    private func check(
        _ action: AuthorizedAction?, _ client: Client, _ level: Level, _ call: MethodCall,
        change: @escaping @Sendable (_ user: String) -> String
    ) async throws {
        guard let action else { return }
        var question = AdminRequest(client: client.id, level: level, change: change)
            .authorityQuestion(action, call, on: client.user)
        // An agent of the person has just answered, so the person can be asked to authenticate.
        question.allowsInteraction = true
        do {
            _ = try await authorizations.authorization(question)
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            throw AnswerNotAuthorizedError(reason: error)
        }
    }
}

/// Thrown if the authority does not authorize an agent's answer.
struct AnswerNotAuthorizedError: Error {
    let reason: any Error
}

/// Decodes an agent's reply, and makes the name of its rule safe to show. Returns nil if the reply is invalid.
///
/// A reply with a file is decoded outside the event loop, because reading the file may never end.
func reading(_ reply: Options, to kind: AgentPrompt.Kind) async -> PromptAnswer? {
    let hasFile = reply.values.contains { $0.signature == "h" }
    // A malformed answer counts as no answer, which the caller handles.
    let decode = { @Sendable in try? PromptAnswer(reply, to: kind) }
    guard var answer = hasFile ? await offload(decode) : decode() else { return nil }
    answer.rule = answer.rule.map { singleLine($0, limit: 256) }
    return answer
}

extension Library {
    /// Returns the chosen assets and albums that still exist. Others may have been deleted while the person chose.
    ///
    /// - Parameter shown: the identifiers that were selected before, which need no check, because only changes are
    ///   stored.
    /// - Throws: `noUsableAnswer` if nothing of a non-empty choice exists, and an error of the database.
    func existing(of chosen: [ObjectID], besides shown: [ObjectID] = []) async throws -> [ObjectID] {
        let new = await offload {
            let known = Set(shown)
            return chosen.filter { !known.contains($0) }
        }
        let existing = try await existing(new)
        guard existing.count < new.count else { return chosen }
        let left = await offload {
            let known = Set(shown).union(existing)
            return chosen.filter(known.contains)
        }
        guard !left.isEmpty else { throw WireError.noUsableAnswer }
        return left
    }
}
