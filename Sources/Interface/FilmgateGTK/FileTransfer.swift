import CFilmgateGTK
import Glibc

/// The desktop's portal that hands files to programs in sandboxes, which see no other files of the person.
///
/// GTK's own call asks for files that can be written, and the copies cannot.
enum FileTransfer {
    /// A message has room for so many descriptors.
    private static let mostFiles = 16

    private static func method(_ name: String) -> SessionBus.Method {
        SessionBus.Method(
            service: "org.freedesktop.portal.Documents", path: "/org/freedesktop/portal/documents",
            interface: "org.freedesktop.portal.FileTransfer", name: name)
    }

    /// Lets one program read files, whichever gives the key to the portal first.
    ///
    /// - Parameter finished: gets the key; nil if there are no files, or if the portal does not take them.
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
