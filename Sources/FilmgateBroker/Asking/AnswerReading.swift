internal import FilmgateModel
internal import FilmgateDBus
internal import FilmgateWire

/// Decodes an agent's reply to values, or returns nil if it is invalid.
///
/// Reads a reply with a file off the event loop: reading the file may never end.
func reading<Answer: DBusRepresentable & Hashable>(
    _ reply: Options, as type: Answer.Type
) async -> AgentReply<Answer>? where Answer.Representation == Options {
    guard reply.values.contains(where: { $0.signature == "h" }) else {
        return (try? AgentReply<Answer>(representation: reply))?.plain
    }
    return await offload { try? AgentReply<Answer>(representation: reply) }?.plain
}

extension AgentReply {
    /// Safe for the audit log, which people read.
    fileprivate var plain: AgentReply {
        AgentReply(answer, rule: rule.map { FilmgateModel.singleLine($0, limit: 256) })
    }
}
