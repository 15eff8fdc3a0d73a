internal import FilmgateDBus
internal import FilmgatePolicy
internal import FilmgateStore
internal import FilmgateWire

/// Serves `org.filmgate.Maintenance1`.
struct MaintenanceObject {
    /// Items that one call of Verify looks at, at most.
    static let verifySlice = 64
    /// Faults of policy files that a summary tells; whoever repairs these finds more with a check.
    static let faultsTold = 16

    let gate: Gate
    let library: Library
    let policy: PolicyDesk

    var interface: ServedInterface {
        ServedInterface(
            root: MaintenanceInterface.self,
            [
                gate.handler(administering: MaintenanceInterface.getSummary) { _, permit, arguments in
                    try permit.check(arguments.values.user)
                    let counts = try await library.summary()
                    let state = await policy.state
                    return Arguments(
                        LibrarySummary(
                            version: Broker.version, user: permit.user, assets: counts.assets,
                            trashed: counts.trashed, bytes: counts.bytes, policy: state.standing.rawValue,
                            policyFaults: state.faults.prefix(Self.faultsTold).map(\.description)))
                },
                gate.handler(
                    administering: MaintenanceInterface.verify,
                    // One that goes on is the one that began.
                    noting: { arguments, _ in arguments.values.0.isEmpty ? AuditSubject() : nil }
                ) { _, permit, arguments in
                    let (cursor, option) = arguments.values
                    try permit.check(option.user)
                    guard let page = try await library.verify(after: cursor, limit: Self.verifySlice) else {
                        throw WireError.invalidArgument(
                            "Verify: the cursor was never given out; begin with an empty one.")
                    }
                    return Arguments(
                        page.cursor ?? "", page.checked, page.total,
                        page.problems.map { Finding(kind: $0.kind.rawValue, detail: $0.detail) })
                },
                gate.handler(
                    administering: MaintenanceInterface.verifyAudit,
                    noting: { arguments, _ in arguments.values.0.isEmpty ? AuditSubject() : nil }
                ) { _, permit, arguments in
                    let (cursor, option) = arguments.values
                    try permit.check(option.user)
                    await gate.audit.flush()
                    guard let page = try await library.verifyAudit(after: cursor) else {
                        throw WireError.invalidArgument(
                            "VerifyAudit: the cursor was never given out; begin with an empty one.")
                    }
                    return Arguments(
                        page.cursor ?? "", page.checked, page.total,
                        page.findings.map { Finding(kind: $0.kind.rawValue, detail: $0.detail) })
                },
            ])
    }
}
