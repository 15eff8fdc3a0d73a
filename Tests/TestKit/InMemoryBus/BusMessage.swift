import CFilmgateDBus
import FilmgateDBus

/// A message on its way through the bus in memory. Nobody changes it after the bus has set its sender.
final class BusMessage: @unchecked Sendable {
    enum Kind {
        case call, reply, error, signal
    }

    let raw: OpaquePointer

    /// - Parameter raw: owned by the new value from now on.
    private init?(owning raw: OpaquePointer?) {
        guard let raw else { return nil }
        self.raw = raw
    }

    deinit { dbus_message_unref(raw) }

    /// Reads a message out of the bytes of another, as its receiver would.
    ///
    /// libdbus reads no descriptors out of bytes: a message that holds some is copied with duplicates of them.
    convenience init?(sending raw: OpaquePointer) {
        guard dbus_message_contains_unix_fds(raw) == 0 else {
            self.init(owning: dbus_message_copy(raw))
            dbus_message_set_serial(self.raw, dbus_message_get_serial(raw))
            return
        }
        var bytes: UnsafeMutablePointer<CChar>?
        var count: Int32 = 0
        guard dbus_message_marshal(raw, &bytes, &count) != 0 else { return nil }
        defer { dbus_free(bytes) }
        self.init(owning: dbus_message_demarshal(bytes, count, nil))
    }

    /// A message of the bus' own, which nobody has sent yet.
    convenience init?(fromBus raw: OpaquePointer, serial: UInt32) {
        dbus_message_set_serial(raw, serial)
        self.init(sending: raw)
        setSender(.bus)
    }

    /// A signal of libdbus' own, which tells a connection that it has ended.
    static func disconnected() -> BusMessage? {
        BusMessage(owning: dbus_message_new_signal(DBUS_PATH_LOCAL, DBUS_INTERFACE_LOCAL, "Disconnected"))
    }

    /// Returns a reference of its own to libdbus' message, for whoever unreferences it.
    func reference() -> OpaquePointer { dbus_message_ref(raw) }

    func setSender(_ name: BusName) { dbus_message_set_sender(raw, name.rawValue) }

    // MARK: Header

    var kind: Kind? {
        switch dbus_message_get_type(raw) {
        case DBUS_MESSAGE_TYPE_METHOD_CALL: .call
        case DBUS_MESSAGE_TYPE_METHOD_RETURN: .reply
        case DBUS_MESSAGE_TYPE_ERROR: .error
        case DBUS_MESSAGE_TYPE_SIGNAL: .signal
        default: nil
        }
    }
    var serial: UInt32 { dbus_message_get_serial(raw) }
    var replySerial: UInt32 { dbus_message_get_reply_serial(raw) }
    var wantsReply: Bool { dbus_message_get_no_reply(raw) == 0 }
    var sender: String? { text(dbus_message_get_sender(raw)) }
    var destination: BusName? { text(dbus_message_get_destination(raw)).flatMap { BusName($0) } }
    var path: String? { text(dbus_message_get_path(raw)) }
    var interface: String? { text(dbus_message_get_interface(raw)) }
    var member: String? { text(dbus_message_get_member(raw)) }

    // MARK: Body

    /// Returns the message's arguments.
    ///
    /// - Throws: `InvalidArgs` if they are of other types.
    func arguments<each Argument: DBusValue>(
        _ types: repeat (each Argument).Type
    ) throws(ErrorReply) -> (repeat each Argument) {
        var decoder = MessageDecoder(DecodingBudget())
        do {
            return try MessageArguments<repeat each Argument>(decoding: decoder.body(of: raw)).values
        } catch {
            throw .invalidArgs("\(member ?? "the method") takes other arguments")
        }
    }

    /// The first argument, if it is a string.
    var firstString: String? {
        var decoder = MessageDecoder(DecodingBudget())
        guard case .string(let text)? = (try? decoder.body(of: raw))?.first else { return nil }
        return text
    }

    private func text(_ raw: UnsafePointer<CChar>?) -> String? { raw.map { String(cString: $0) } }
}
