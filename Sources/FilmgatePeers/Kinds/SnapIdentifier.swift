internal import FilmgateModel
internal import FilmgateProcess
internal import FilmgateSystem

/// Tells snaps by the label under which AppArmor confines them, which nobody can give to themselves.
///
/// The label that the connection was made with, by the bus, and the one that the process has now must be one and the same.
/// It goes before all other marks: what a snap does to its own root folder changes nothing.
struct SnapIdentifier: Identifier {
    func identify(_ process: any ObservableProcess, _ attested: BusCredentials) -> Identity {
        do {
            let label = try reading("the label") { () throws(Errno) in try process.label() }
            switch (SnapLabel(attested.label), SnapLabel(label)) {
            case (.foreign, .foreign): return .notMine
            case (.snap(let name), .snap) where attested.label == label:
                return try Self.agrees(name, process, attested)
                    ? Self.client(name) : .doubtful(.contradicted("the label and the scope"))
            case (.malformed, _), (_, .malformed): return .doubtful(.malformed("the snap's label"))
            case (.snap, _), (_, .snap): return .doubtful(.contradicted("the label"))
            }
        } catch {
            return .doubtful(error)
        }
    }

    private static func client(_ name: String) -> Identity {
        guard let client = ClientID(.snap, name) else { return .doubtful(.malformed("the snap's label")) }
        return .client(client)
    }

    /// A snap that was started where no systemd is has no scope; one of another snap is no snap's.
    private static func agrees(
        _ name: String, _ process: any ObservableProcess, _ attested: BusCredentials
    ) throws(IdentificationError) -> Bool {
        let group = try reading("the control group") { () throws(Errno) in try process.controlGroup() }
        if case .snap(let other) = UnitPlacement(controlGroup: group, of: attested.user) { return other == name }
        return true
    }
}

/// A security label, as far as it is one of a snap.
enum SnapLabel: Hashable, Sendable {
    case snap(String)
    /// It begins like one, and is not enforced or not as snapd writes it.
    case malformed
    case foreign

    /// - Parameter label: nil where there is none.
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

    /// Letters and digits, in groups that single hyphens join.
    private static func isProgram(_ name: Substring) -> Bool {
        name.split(separator: "-", omittingEmptySubsequences: false).allSatisfy { group in
            !group.isEmpty && group.utf8.allSatisfy { ClientID.isLetterOrDigit($0) }
        }
    }
}
