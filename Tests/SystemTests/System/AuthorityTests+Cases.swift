import FilmgateTestKit

extension AuthorityTests {
    /// A call that needs authorization.
    struct Case: Sendable {
        let interface: String
        let member: String
        let signature: String
        let arguments: @Sendable ([String: BusArgument]) -> [BusArgument]
        /// On the caller's own library, and on a different user's.
        let own: String
        let others: String
        /// What an authorized call ends with.
        var result = "none"

        func make(by client: TestClient, user: UInt32? = nil, interactive: Bool = false) async throws {
            let options: [String: BusArgument] = user.map { ["user": .uint32($0)] } ?? [:]
            try await client.call(interface, member, signature, list: arguments(options), interactive: interactive)
        }

        func error(to client: TestClient, user: UInt32? = nil, interactive: Bool = false) async throws -> String {
            do {
                try await make(by: client, user: user, interactive: interactive)
                return "none"
            } catch let error as BusError {
                return error.kind
            }
        }
    }

    static let viewer = BusArgument.text("flatpak:org.example.Viewer")

    static let cases = [
        Case(
            interface: "Admin1", member: "ListGrants", signature: "a{sv}", arguments: { [.table($0)] },
            own: "read-own-grants", others: "manage-grants"),
        Case(
            interface: "Admin1", member: "SetGrant", signature: "ssa{sv}",
            arguments: { [viewer, .text("full"), .table($0)] }, own: "extend-own-grants", others: "manage-grants"),
        Case(
            interface: "Admin1", member: "ResetGrant", signature: "sa{sv}", arguments: { [viewer, .table($0)] },
            own: "revoke-own-grants", others: "manage-grants"),
        Case(
            interface: "Admin1", member: "PauseClient", signature: "sa{sv}",
            arguments: { [viewer, .table($0.merging(["until": .int64(Moments.inSeconds(60))]) { $1 })] },
            own: "revoke-own-grants", others: "manage-grants", result: "InvalidArgument"),
        Case(
            interface: "Admin1", member: "SetGrant", signature: "ssa{sv}",
            arguments: { [viewer, .text("none"), .table($0)] }, own: "revoke-own-grants", others: "manage-grants"),
        Case(
            interface: "Admin1", member: "SetGrant", signature: "ssa{sv}",
            arguments: { [viewer, .text("limited"), .table($0)] }, own: "extend-own-grants", others: "manage-grants"),
        Case(
            interface: "Admin1", member: "GetSelection", signature: "sa{sv}", arguments: { [viewer, .table($0)] },
            own: "read-own-grants", others: "manage-grants"),
        Case(
            interface: "Admin1", member: "ChangeSelection", signature: "sasasa{sv}",
            arguments: { [viewer, .list([]), .list([]), .table($0)] }, own: "revoke-own-grants",
            others: "manage-grants"),
        Case(
            interface: "Admin1", member: "ExplainAccess", signature: "ssa{sv}",
            arguments: { [viewer, .text(""), .table($0)] }, own: "read-own-grants", others: "manage-grants"),
        Case(
            interface: "Admin1", member: "ReadAudit", signature: "a{sv}", arguments: { [.table($0)] },
            own: "use-own-library", others: "read-audit"),
        Case(
            interface: "Admin1", member: "ReplayPolicy", signature: "sa{sv}",
            arguments: { [.text("[*]\nhighest=none\n"), .table($0)] }, own: "use-own-library", others: "read-audit"),
        Case(
            interface: "Admin1", member: "UndoChanges", signature: "sa{sv}", arguments: { [viewer, .table($0)] },
            own: "use-own-library", others: "manage-grants"),
        Case(
            interface: "Admin1", member: "ListInbox", signature: "a{sv}", arguments: { [.table($0)] },
            own: "use-own-library", others: "manage-grants"),
        Case(
            interface: "Admin1", member: "AcceptAdded", signature: "asa{sv}", arguments: { [.list([]), .table($0)] },
            own: "use-own-library", others: "manage-inbox"),
        Case(
            interface: "Admin1", member: "RejectAdded", signature: "asa{sv}", arguments: { [.list([]), .table($0)] },
            own: "use-own-library", others: "manage-inbox"),
        Case(
            interface: "Admin1", member: "ListKeptItems", signature: "a{sv}", arguments: { [.table($0)] },
            own: "read-own-grants", others: "manage-grants"),
        Case(
            interface: "Admin1", member: "ForgetKeptItems", signature: "sasa{sv}",
            arguments: { [viewer, .list([]), .table($0)] }, own: "revoke-own-grants", others: "manage-grants"),
        Case(
            interface: "Maintenance1", member: "GetSummary", signature: "a{sv}", arguments: { [.table($0)] },
            own: "read-own-grants", others: "manage-grants"),
        Case(
            interface: "Maintenance1", member: "Verify", signature: "sa{sv}", arguments: { [.text(""), .table($0)] },
            own: "use-own-library", others: "manage-grants"),
        Case(
            interface: "Maintenance1", member: "VerifyAudit", signature: "sa{sv}",
            arguments: { [.text(""), .table($0)] }, own: "use-own-library", others: "read-audit"),
        Case(
            interface: "Maintenance1", member: "ClearCache", signature: "a{sv}", arguments: { [.table($0)] },
            own: "use-own-library", others: "manage-grants"),
        Case(
            interface: "Backup1", member: "BeginBackup", signature: "a{sv}", arguments: { [.table($0)] },
            own: "use-own-library", others: "manage-backups"),
        Case(
            interface: "Backup1", member: "OpenFiles", signature: "asa{sv}", arguments: { [.texts([]), .table($0)] },
            own: "use-own-library", others: "manage-backups"),
        Case(
            interface: "Backup1", member: "FinishBackup", signature: "a{sv}", arguments: { [.table($0)] },
            own: "use-own-library", others: "manage-backups"),
        Case(
            interface: "Backup1", member: "BeginRestore", signature: "ha{sv}",
            arguments: { [.descriptor(.memory(Array("no database".utf8))), .table($0)] }, own: "use-own-library",
            others: "manage-backups", result: "InvalidContent"),
        Case(
            interface: "Backup1", member: "AddFiles", signature: "a{sh}a{sv}",
            arguments: { [.table([:]), .table($0)] }, own: "use-own-library", others: "manage-backups",
            result: "InvalidArgument"),
        Case(
            interface: "Backup1", member: "FinishRestore", signature: "a{sv}", arguments: { [.table($0)] },
            own: "use-own-library", others: "manage-backups", result: "InvalidArgument"),
        Case(
            interface: "Backup1", member: "CancelRestore", signature: "a{sv}", arguments: { [.table($0)] },
            own: "use-own-library", others: "manage-backups", result: "InvalidArgument"),
    ]

    static let listClients = Case(
        interface: "Admin1", member: "ListClients", signature: "", arguments: { _ in [] }, own: "read-own-grants",
        others: "manage-grants")
}
