import FilmgateDBus
import FilmgatePickStore

/// Checks whether a path leads to a copy that the picker made for an app, directly or through the document portal.
struct CopyFinder: Sendable {
    let connection: Connection
    let store: PickStore

    func isCopy(_ path: String) async -> Bool {
        if store.contains(path) { return true }
        guard let document = store.document(in: path) else { return false }
        do {
            let (file, _) = try await connection.call(
                Method<MessageArguments<String>, MessageArguments<[UInt8], [String: [String]]>>("Info"),
                of: "org.freedesktop.portal.Documents", at: "/org/freedesktop/portal/documents",
                on: "org.freedesktop.portal.Documents", MessageArguments(document),
                options: CallOptions(timeout: .seconds(1))
            ).values
            return store.contains(DialogCall.path(in: file))
        } catch {
            // The document portal does not know the document, so no file is at the path.
            return false
        }
    }
}
