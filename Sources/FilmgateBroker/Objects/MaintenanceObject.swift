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

    let door: Door

    var interface: ServedInterface {
        ServedInterface(root: MaintenanceInterface.self, [getSummary, verify, verifyAudit])
    }

    private var getSummary: ServedMethod {
        door.handler(MaintenanceInterface.getSummary) { arguments in
            Matter(.oversee, of: arguments.values.user) { "see how the photo library of \($0) stands" }
        } serve: { _, site, _ in
            let counts = try await site.house.library.summary()
            let state = await door.grounds.policy.state
            return Arguments(
                LibrarySummary(
                    version: Broker.version, user: site.permit.user, assets: counts.assets, trashed: counts.trashed,
                    bytes: counts.bytes, capacity: site.house.library.capacity, policy: state.standing.rawValue,
                    policyFaults: state.faults.prefix(Self.faultsTold).map(\.description)))
        }
    }

    private var verify: ServedMethod {
        door.handler(
            MaintenanceInterface.verify,
            // One that goes on is the one that began.
            noting: { arguments, _ in arguments.values.0.isEmpty ? AuditSubject() : nil }
        ) { arguments in
            Matter(.verify, of: arguments.values.1.user) { "verify the photo library of \($0)" }
        } serve: { _, site, arguments in
            let cursor = arguments.values.0
            guard let page = try await site.house.library.verify(after: cursor, limit: Self.verifySlice) else {
                throw WireError.invalidArgument("Verify: the cursor was never given out; begin with an empty one.")
            }
            return Arguments(
                page.cursor ?? "", page.checked, page.total,
                page.problems.map { Finding(kind: $0.kind.rawValue, detail: $0.detail) })
        }
    }

    private var verifyAudit: ServedMethod {
        door.handler(
            MaintenanceInterface.verifyAudit,
            noting: { arguments, _ in arguments.values.0.isEmpty ? AuditSubject() : nil }
        ) { arguments in
            Matter(.readAudit, of: arguments.values.1.user) {
                "verify what was written down of whom the photos of \($0) were given to"
            }
        } serve: { _, site, arguments in
            await site.house.audit.flush()
            guard let page = try await site.house.library.verifyAudit(after: arguments.values.0) else {
                throw WireError.invalidArgument("VerifyAudit: the cursor was never given out; begin with an empty one.")
            }
            return Arguments(
                page.cursor ?? "", page.checked, page.total,
                page.findings.map { Finding(kind: $0.kind.rawValue, detail: $0.detail) })
        }
    }
}
