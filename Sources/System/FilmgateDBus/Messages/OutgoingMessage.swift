import CFilmgateDBus

/// A message to send. Its creator appends the arguments once, and sends the message once.
package struct OutgoingMessage: ~Copyable {
    package let raw: OpaquePointer

    /// - Throws: `outOfResources` if libdbus has no more memory.
    private init(_ raw: OpaquePointer?) throws(EncodingFailure) {
        guard let raw else { throw .outOfResources }
        self.raw = raw
    }

    deinit { dbus_message_unref(raw) }

    static func call(
        _ member: String, of interface: InterfaceName, at path: ObjectPath, on destination: BusName
    ) throws(EncodingFailure) -> OutgoingMessage {
        try OutgoingMessage(
            dbus_message_new_method_call(destination.rawValue, path.rawValue, interface.rawValue, member))
    }

    package static func signal(
        _ member: String, of interface: InterfaceName, at path: ObjectPath
    ) throws(EncodingFailure) -> OutgoingMessage {
        try OutgoingMessage(dbus_message_new_signal(path.rawValue, interface.rawValue, member))
    }

    /// Sets the receiver of the message.
    borrowing func address(to destination: BusName) throws(EncodingFailure) {
        guard dbus_message_set_destination(raw, destination.rawValue) != 0 else { throw .outOfResources }
    }

    /// Returns the same message for a different receiver, without encoding the body again.
    borrowing func copy(to destination: BusName) throws(EncodingFailure) -> OutgoingMessage {
        let copy = try OutgoingMessage(dbus_message_copy(raw))
        try copy.address(to: destination)
        return copy
    }

    package static func reply(to call: CallID) throws(EncodingFailure) -> OutgoingMessage {
        let message = try OutgoingMessage(dbus_message_new(DBUS_MESSAGE_TYPE_METHOD_RETURN))
        try message.answer(call)
        return message
    }

    /// Creates a reply to a call that was never made.
    static func unrequestedReply(to destination: BusName) throws(EncodingFailure) -> OutgoingMessage {
        try reply(to: CallID(sender: destination, serial: .max))
    }

    package static func error(_ error: ErrorReply, to call: CallID) throws(EncodingFailure) -> OutgoingMessage {
        let error = error.sendable
        let message = try OutgoingMessage(dbus_message_new(DBUS_MESSAGE_TYPE_ERROR))
        try message.answer(call)
        guard dbus_message_set_error_name(message.raw, error.name) != 0 else { throw .outOfResources }
        try message.append(MessageArguments(error.message), limit: 4096)
        return message
    }

    borrowing func wantsNoReply() { dbus_message_set_no_reply(raw, 1) }

    /// Allows the receiver to ask a person before it replies.
    borrowing func allowsInteraction() { dbus_message_set_allow_interactive_authorization(raw, 1) }

    private borrowing func answer(_ call: CallID) throws(EncodingFailure) {
        wantsNoReply()
        guard dbus_message_set_reply_serial(raw, call.serial) != 0,
            dbus_message_set_destination(raw, call.sender.rawValue) != 0
        else { throw .outOfResources }
    }

    /// Appends the whole body.
    ///
    /// - Parameter limit: the maximum size of the body, in bytes.
    /// - Returns: the approximate size of the message.
    @discardableResult
    package borrowing func append(_ arguments: some ArgumentList, limit: Int) throws(EncodingFailure)
        -> UnreadMessageSize
    {
        try append(limit: limit) { arguments.encode(into: &$0) } + Self.header
    }

    /// The approximate size of a header, which contains paths, names and numbers.
    private static let header = UnreadMessageSize(bytes: 160)

    @discardableResult
    private borrowing func append(
        limit: Int, _ body: (inout MessageEncoder) -> Void
    ) throws(EncodingFailure) -> UnreadMessageSize {
        var iterator = DBusMessageIter()
        dbus_message_iter_init_append(raw, &iterator)
        let (failure, load) = withUnsafeMutablePointer(to: &iterator) { iterator in
            var encoder = MessageEncoder(iterator, limit: limit)
            body(&encoder)
            return (encoder.failure, encoder.load)
        }
        if let failure { throw failure }
        return load
    }

    /// Encodes and decodes a value. Returns the value in the form in which a receiver would get it.
    static func carry(_ value: any DBusValue) throws -> MessageValue {
        let message = try OutgoingMessage(dbus_message_new(DBUS_MESSAGE_TYPE_METHOD_RETURN))
        try message.append(limit: DecodingBudget.replies.bytes) { value.encode(into: &$0) }
        var decoder = MessageDecoder(.replies)
        return try decoder.body(of: message.raw)[0]
    }
}
