import CFilmgateDBus

/// A decoded incoming message. A class, so that passing the message on is cheap.
final class IncomingMessage: Sendable {
    enum Kind: Sendable {
        /// A call. `hasReply` is false if the caller does not want a reply.
        case call(MethodCall, hasReply: Bool)
        case reply(to: UInt32)
        case error(name: String, to: UInt32)
        case signal(path: ObjectPath, interface: InterfaceName, member: String)
        /// The signal with which libdbus reports the end of the connection.
        case disconnected
    }

    let kind: Kind
    let sender: BusName?
    let signature: String
    let body: Result<[MessageValue], DecodingFailure>
    /// The numbers of values and bytes in the decoded body.
    let weight: CallWeight

    /// Decodes a message. Returns nil for a message of an unknown type, or without a required header field.
    ///
    /// - Parameter callBudget: the limits for messages other than replies.
    init?(_ raw: OpaquePointer, callBudget: DecodingBudget) {
        guard let kind = Kind(raw) else { return nil }
        self.kind = kind
        sender = text(dbus_message_get_sender(raw)).map(BusName.init(checked:))
        signature = text(dbus_message_get_signature(raw)) ?? ""
        let budget = kind.isAnswer ? DecodingBudget.replies : callBudget
        var decoder = MessageDecoder(budget)
        body = Result { () throws(DecodingFailure) in try decoder.body(of: raw) }
        weight =
            switch body {
            case .success:
                CallWeight(
                    elements: budget.elements - decoder.budget.elements, bytes: budget.bytes - decoder.budget.bytes)
            case .failure: CallWeight()
            }
    }
}

extension IncomingMessage.Kind {
    /// Whether the message is the reply to a call of this connection.
    fileprivate var isAnswer: Bool {
        switch self {
        case .reply, .error: true
        case .call, .signal, .disconnected: false
        }
    }

    fileprivate init?(_ raw: OpaquePointer) {
        switch dbus_message_get_type(raw) {
        case DBUS_MESSAGE_TYPE_METHOD_CALL:
            guard let path = text(dbus_message_get_path(raw)), let member = text(dbus_message_get_member(raw)),
                let sender = text(dbus_message_get_sender(raw))
            else { return nil }
            self = .call(
                MethodCall(
                    sender: BusName(checked: sender), path: ObjectPath(checked: path),
                    interface: text(dbus_message_get_interface(raw)).map(InterfaceName.init(checked:)),
                    member: member, serial: dbus_message_get_serial(raw),
                    allowsInteraction: dbus_message_get_allow_interactive_authorization(raw) != 0),
                hasReply: dbus_message_get_no_reply(raw) == 0)
        case DBUS_MESSAGE_TYPE_METHOD_RETURN:
            self = .reply(to: dbus_message_get_reply_serial(raw))
        case DBUS_MESSAGE_TYPE_ERROR:
            self = .error(name: text(dbus_message_get_error_name(raw)) ?? "", to: dbus_message_get_reply_serial(raw))
        case DBUS_MESSAGE_TYPE_SIGNAL:
            if dbus_message_is_signal(raw, DBUS_INTERFACE_LOCAL, "Disconnected") != 0 {
                self = .disconnected
                return
            }
            guard let path = text(dbus_message_get_path(raw)), let member = text(dbus_message_get_member(raw)),
                let interface = text(dbus_message_get_interface(raw))
            else { return nil }
            self = .signal(
                path: ObjectPath(checked: path), interface: InterfaceName(checked: interface), member: member)
        default: return nil
        }
    }
}

private func text(_ raw: UnsafePointer<CChar>?) -> String? { raw.map { String(cString: $0) } }
