import FilmgateModel
import FilmgateProcess
import FilmgateSystem

/// Identifies snaps by their AppArmor label, which no process can set for itself.
///
/// The connection's label, as reported by the bus, and the process's current label must be equal. The label is checked
/// before all other marks, because a snap could forge marks in its own root folder.
struct SnapIdentityResolver: IdentityResolver {
    func identify(_ process: any ObservableProcess, _ credentials: BusCredentials) -> ResolverResult {
        do {
            let label = try reading("the label") { () throws(Errno) in try process.label() }
            switch (SnapLabel(credentials.label), SnapLabel(label)) {
            case (.foreign, .foreign): return .notApplicable
            case (.snap(let name), .snap) where credentials.label == label:
                return try Self.agrees(name, process, credentials)
                    ? Self.client(name) : .failed(.contradicted("the label and the scope"))
            case (.malformed, _), (_, .malformed): return .failed(.malformed("the snap's label"))
            case (.snap, _), (_, .snap): return .failed(.contradicted("the label"))
            }
        } catch {
            return .failed(error)
        }
    }

    private static func client(_ name: String) -> ResolverResult {
        guard let client = ClientID(.snap, name) else { return .failed(.malformed("the snap's label")) }
        return .client(client)
    }

    /// Returns whether the process's scope belongs to the snap. A snap that was started without systemd has no scope.
    private static func agrees(
        _ name: String, _ process: any ObservableProcess, _ credentials: BusCredentials
    ) throws(IdentificationError) -> Bool {
        let group = try reading("the control group") { () throws(Errno) in try process.controlGroup() }
        if case .snap(let other) = SystemdUnit(controlGroup: group, of: credentials.user) { return other == name }
        return true
    }
}

/// A security label, parsed as the label of a snap.
enum SnapLabel: Hashable, Sendable {
    case snap(String)
    /// The label begins like the label of a snap, but is not enforced, or does not have the form that snapd writes.
    case malformed
    case foreign

    /// - Parameter label: nil if the process has no label.
    init(_ label: String?) {
        guard let label, label.hasPrefix("snap.") else {
            self = .foreign
            return
        }
        let enforced = " (enforce)"
        let parts = label.dropLast(enforced.count).split(separator: ".", omittingEmptySubsequences: false)
        guard label.hasSuffix(enforced), parts.count == 3 || parts.count == 4 && parts[2] == "hook",
            ClientID.isSnapName(String(parts[1])), let program = parts.last, Self.isProgram(program)
        else {
            self = .malformed
            return
        }
        self = .snap(String(parts[1]))
    }

    /// Returns whether a name consists of groups of letters and digits, joined by single hyphens.
    private static func isProgram(_ name: Substring) -> Bool {
        name.split(separator: "-", omittingEmptySubsequences: false).allSatisfy { group in
            !group.isEmpty && group.utf8.allSatisfy { ClientID.isLetterOrDigit($0) }
        }
    }
}
