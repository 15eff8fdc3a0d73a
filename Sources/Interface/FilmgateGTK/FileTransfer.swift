import CFilmgateGTK
import Glibc

/// The desktop's portal that hands files to programs in sandboxes, which see no other files of the person.
///
/// GTK's own call requests write access to the files, but the copies are read-only.
enum FileTransfer {
    /// The maximum number of descriptors in a message.
    private static let mostFiles = 16

    private static func method(_ name: String) -> SessionBus.Method {
        SessionBus.Method(
            service: "org.freedesktop.portal.Documents", path: "/org/freedesktop/portal/documents",
            interface: "org.freedesktop.portal.FileTransfer", name: name)
    }

    /// Lets one program read files: the first one that gives the key to the portal.
    ///
    /// - Parameter finished: called with the key; nil if there are no files, or if the portal does not accept them.
    static func register(_ paths: [String], _ finished: @escaping (String?) -> Void) {
        guard !paths.isEmpty else { return finished(nil) }
        let options = SessionBus.options([
            ("writable", g_variant_new_boolean(0)), ("autostop", g_variant_new_boolean(1)),
        ])
        SessionBus.call(method("StartTransfer"), SessionBus.tuple([options])) { results in
            guard let key = SessionBus.text(results) else { return finished(nil) }
            add(paths[...], under: key, finished)
        }
    }

    private static func add(
        _ paths: ArraySlice<String>, under key: String, _ finished: @escaping (String?) -> Void
    ) {
        guard !paths.isEmpty else { return finished(key) }
        let files = paths.prefix(mostFiles).map { open($0, O_RDONLY | O_CLOEXEC) }
        defer { for file in files where file >= 0 { close(file) } }
        guard files.allSatisfy({ $0 >= 0 }) else { return finished(nil) }
        var handles = files.indices.map { g_variant_new_handle(Int32($0)) }
        let arguments = SessionBus.tuple([
            g_variant_new_string(key), g_variant_new_array(nil, &handles, gsize(handles.count)), SessionBus.options([]),
        ])
        SessionBus.call(method("AddFiles"), arguments, files: files) { results in
            guard results != nil else { return finished(nil) }
            add(paths.dropFirst(mostFiles), under: key, finished)
        }
    }
}
