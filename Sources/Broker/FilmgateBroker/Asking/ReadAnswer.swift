import FilmgateDBus
import FilmgateModel
import FilmgatePolicy
import FilmgateWire

/// Decodes an agent's reply, or returns nil if it is invalid. The rule's name can be shown safely in the audit log.
///
/// Reads a reply with a file off the event loop: reading the file may never end.
func reading(_ reply: Options, to kind: AgentPrompt.Kind) async -> PromptAnswer? {
    let hasFile = reply.values.contains { $0.signature == "h" }
    // A malformed answer is none, which the caller decides about.
    let decode = { @Sendable in try? PromptAnswer(reply, to: kind) }
    guard var answer = hasFile ? await offload(decode) : decode() else { return nil }
    answer.rule = answer.rule.map { singleLine($0, limit: 256) }
    return answer
}
