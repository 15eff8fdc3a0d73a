import CFilmgateGTK

/// Calls services of the desktop on the session bus.
enum SessionBus {
    struct Method {
        let service: String, path: String, interface: String, name: String
    }

    /// - Parameters:
    ///   - arguments: a tuple. The call takes ownership.
    ///   - files: the file descriptors, to which the arguments refer by index.
    ///   - finished: called with the results, which are valid only until it returns; nil if the call failed.
    static func call(
        _ method: Method, _ arguments: OpaquePointer?, files: [Int32] = [],
        _ finished: @escaping (OpaquePointer?) -> Void
    ) {
        let list = g_unix_fd_list_new()
        for file in files { g_unix_fd_list_append(list, file, nil) }
        let call = BusCall(method, g_variant_ref_sink(arguments), list, finished)
        g_bus_get(
            G_BUS_TYPE_SESSION, nil,
            { _, result, data in
                guard let data else { return }
                let call = Unmanaged<BusCall>.fromOpaque(data).takeRetainedValue()
                call.connected(g_bus_get_finish(result, nil))
            }, Unmanaged.passRetained(call).toOpaque())
    }

    /// Returns the first result of a call, which must be a string or an object path.
    static func text(_ results: OpaquePointer?) -> String? {
        guard let results, g_variant_n_children(results) > 0, let value = g_variant_get_child_value(results, 0) else {
            return nil
        }
        defer { g_variant_unref(value) }
        return g_variant_get_string(value, nil).map { String(cString: $0) }
    }

    /// Returns a tuple of values, and takes ownership of the values.
    static func tuple(_ values: [OpaquePointer?]) -> OpaquePointer? {
        var values = values
        return g_variant_new_tuple(&values, gsize(values.count))
    }

    /// Returns a dictionary of options, and takes ownership of the values.
    static func options(_ values: [(name: String, value: OpaquePointer?)]) -> OpaquePointer? {
        guard let type = g_variant_type_new("{sv}") else { return nil }
        defer { g_variant_type_free(type) }
        var entries = values.map {
            g_variant_new_dict_entry(g_variant_new_string($0.name), g_variant_new_variant($0.value))
        }
        return g_variant_new_array(type, &entries, gsize(entries.count))
    }
}

/// A call that waits for its reply.
private final class BusCall {
    private let method: SessionBus.Method
    private let arguments: OpaquePointer?
    private let files: UnsafeMutablePointer<GUnixFDList>?
    private let finished: (OpaquePointer?) -> Void

    /// Takes ownership of a reference to the arguments and of a reference to the files.
    init(
        _ method: SessionBus.Method, _ arguments: OpaquePointer?, _ files: UnsafeMutablePointer<GUnixFDList>?,
        _ finished: @escaping (OpaquePointer?) -> Void
    ) {
        (self.method, self.arguments, self.files, self.finished) = (method, arguments, files, finished)
    }

    func connected(_ connection: OpaquePointer?) {
        guard let connection else { return end(with: nil) }
        // GIO keeps the shared connection for the next call.
        defer { g_object_unref(UnsafeMutableRawPointer(connection)) }
        g_dbus_connection_call_with_unix_fd_list(
            connection, method.service, method.path, method.interface, method.name, arguments, nil,
            G_DBUS_CALL_FLAGS_NONE, -1, files, nil,
            { connection, result, data in
                guard let connection, let data else { return }
                let call = Unmanaged<BusCall>.fromOpaque(data).takeRetainedValue()
                let reply = g_dbus_connection_call_with_unix_fd_list_finish(
                    OpaquePointer(connection), nil, result, nil)
                call.end(with: reply)
                if let reply { g_variant_unref(reply) }
            }, Unmanaged.passRetained(self).toOpaque())
    }

    private func end(with results: OpaquePointer?) {
        if let arguments { g_variant_unref(arguments) }
        if let files { g_object_unref(files) }
        finished(results)
    }
}
