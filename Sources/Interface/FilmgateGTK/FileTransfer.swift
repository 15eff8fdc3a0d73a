import CFilmgateGTK
import Glibc

/// The desktop's portal that passes files to sandboxed programs, which cannot open the person's files by path.
///
/// Replaces GTK's own call to the portal, which requests write access, although the files are read-only copies.
enum FileTransfer {
    /// The maximum number of file descriptors in one message.
    private static let mostFiles = 16

    private static func method(_ name: String) -> SessionBus.Method {
        SessionBus.Method(
            service: "org.freedesktop.portal.Documents", path: "/org/freedesktop/portal/documents",
            interface: "org.freedesktop.portal.FileTransfer", name: name)
    }

    /// Registers files with the portal. The first program that gives the key to the portal can read the files.
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
