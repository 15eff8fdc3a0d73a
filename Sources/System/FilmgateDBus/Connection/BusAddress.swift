import CFilmgateDBus
import FilmgateSystem

/// The address of a bus on this machine.
///
/// Accepts only `unix:` sockets. libdbus also supports addresses that start a program with this process's rights
/// (`unixexec:`, `autolaunch:`) and addresses of other machines (`tcp:`).
struct BusAddress: Hashable, Sendable {
    /// The address for libdbus: one entry, or several entries that libdbus tries in order.
    let text: String

    private static let systemBus = "unix:path=/run/dbus/system_bus_socket"

    /// - Parameter name: `system`, `session` or a D-Bus address.
    /// - Throws: `ErrorReply` if the address is malformed or has an entry that is not a `unix:` socket, or if the
    ///   environment names no session bus. In a program with more rights than its caller, only `system` is allowed.
    init(_ name: String) throws(ErrorReply) {
        let address: String
        switch name {
        case "system": address = environmentVariable("DBUS_SYSTEM_BUS_ADDRESS") ?? BusAddress.systemBus
        case _ where !hasCallersRightsAlone:
            throw .accessDenied(
                "This program runs with rights that its caller does not have, so it uses the system bus only.")
        case "session": address = try BusAddress.sessionBus()
        default: address = name
        }
        text = try BusAddress.checked(address)
    }

    private static func sessionBus() throws(ErrorReply) -> String {
        if let address = environmentVariable("DBUS_SESSION_BUS_ADDRESS") { return address }
        guard let folder = environmentVariable("XDG_RUNTIME_DIR"), folder.hasPrefix("/") else {
            throw .failed("There is no session bus: neither DBUS_SESSION_BUS_ADDRESS nor XDG_RUNTIME_DIR is set.")
        }
        return "unix:path=" + escaped(folder + "/bus")
    }

    private static func escaped(_ path: String) -> String {
        guard let escaped = dbus_address_escape_value(path) else { return path }
        defer { dbus_free(escaped) }
        return String(cString: escaped)
    }

    private static func checked(_ address: String) throws(ErrorReply) -> String {
        guard !address.utf8.contains(0) else { throw .failed("The bus address contains a NUL.") }
        guard address.contains(":") else {
            throw .failed("It is no bus address, such as 'unix:path=/run/user/1000/bus', 'session' or 'system'.")
        }
        var error = DBusError()
        dbus_error_init(&error)
        defer { dbus_error_free(&error) }
        var entries: UnsafeMutablePointer<OpaquePointer?>?
        var count: Int32 = 0
        guard dbus_parse_address(address, &entries, &count, &error) != 0 else {
            throw ErrorReply(name: String(cString: error.name), message: String(cString: error.message))
        }
        defer { dbus_address_entries_free(entries) }
        for index in 0..<Int(count) {
            let method = dbus_address_entry_get_method(entries?[index]).map { String(cString: $0) } ?? ""
            guard method == "unix" else { throw .failed("Only 'unix:' addresses are accepted, not '\(method):'.") }
        }
        return address
    }
}
