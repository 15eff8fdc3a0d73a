import FilmgateDBus
import FilmgatePickStore
import FilmgateSystem

/// Deletes the document portal's entries for removed copies, so that `flatpak documents` does not list them.
struct DocumentCleaner: Sendable {
    let connection: Connection
    let store: PickStore

    private static let name: BusName = "org.freedesktop.portal.Documents"
    private static let options = CallOptions(timeout: .seconds(5))

    func removeEnded() async {
        do {
            let documents = try await call(
                Method<MessageArguments<String>, MessageArguments<[String: [UInt8]]>>("List"), MessageArguments("")
            ).values
            for (document, bytes) in documents {
                let path = DialogCall.path(in: bytes)
                guard store.contains(path), !exists(path) else { continue }
                _ = try await call(Method<MessageArguments<String>, NoArguments>("Delete"), MessageArguments(document))
            }
        } catch {
            // Without a document portal, there are no entries. After other errors, the next removal retries.
        }
    }

    private func call<Input, Output>(_ method: Method<Input, Output>, _ arguments: Input) async throws -> Output {
        try await connection.call(
            method, of: "org.freedesktop.portal.Documents", at: "/org/freedesktop/portal/documents", on: Self.name,
            arguments, options: Self.options)
    }

    /// Returns whether a file exists at a path; true if this cannot be determined.
    private func exists(_ path: String) -> Bool {
        do throws(Errno) {
            _ = try OwnedDescriptor.facts(ofFileAt: path)
            return true
        } catch { return error != .noEntry }
    }
}
