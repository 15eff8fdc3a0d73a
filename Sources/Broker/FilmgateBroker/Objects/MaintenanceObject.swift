import FilmgateDBus
import FilmgatePolicy
import FilmgateStore
import FilmgateWire

/// Serves `org.filmgate.Maintenance1`.
@BrokerActor struct MaintenanceObject {
    /// The maximum number of items that one call of Verify checks.
    static let verifySlice = 64
    /// The maximum number of policy errors in a summary.
    static let maximumFaults = 16

    let adminGate: AdminGate

    var interface: ServedInterface {
        ServedInterface(root: MaintenanceInterface.self, [getSummary, verify, verifyAudit, clearCache])
    }

    private var getSummary: ServedMethod {
        adminGate.method(MaintenanceInterface.getSummary) { arguments in
            AdminRequest(user: arguments.values.user) { "see the state of the photo library of \($0)" }
        } serve: { library, _ in
            let counts = try await library.core.library.summary()
            let state = adminGate.services.policy.state
            let lastBackup = await library.core.library.lastBackup()
            let lastRestore = await library.core.library.lastRestore()
            return MessageArguments(
                LibrarySummary(
                    version: Broker.version, library: try await library.core.library.identity(),
                    user: library.permit.user, assets: counts.assets, trashed: counts.trashed,
                    trashDays: UInt32(clamping: adminGate.services.settings.trashDays), bytes: counts.bytes,
                    capacity: library.core.library.capacity, lastBackup: lastBackup, lastRestore: lastRestore,
                    policy: state.standing,
                    policyFaults: state.faults.prefix(Self.maximumFaults).map(\.description)))
        }
    }

    private var verify: ServedMethod {
        adminGate.method(MaintenanceInterface.verify) { arguments in
            AdminRequest(user: arguments.values.1.user) { "verify the photo library of \($0)" }
        } serve: { library, arguments in
            let cursor = arguments.values.0
            guard let page = try await library.core.library.verify(after: cursor, limit: Self.verifySlice) else {
                throw WireError.invalidArgument("Verify: the cursor is unknown; begin with an empty one.")
            }
            return Self.reply(page) { VerificationFinding(kind: $0.kind.rawValue, detail: $0.detail) }
        }
    }

    private var verifyAudit: ServedMethod {
        adminGate.method(MaintenanceInterface.verifyAudit) { arguments in
            AdminRequest(user: arguments.values.1.user) {
                "verify the log of access to the photos of \($0)"
            }
        } serve: { library, arguments in
            await library.core.audit.flush()
            guard let page = try await library.core.library.verifyAudit(after: arguments.values.0) else {
                throw WireError.invalidArgument("VerifyAudit: the cursor is unknown; begin with an empty one.")
            }
            return Self.reply(page) { VerificationFinding(kind: $0.kind.rawValue, detail: $0.detail) }
        }
    }

    private static func reply<Finding>(
        _ page: VerifyPage<Finding>, _ describe: (Finding) -> VerificationFinding
    ) -> MessageArguments<String, UInt64, UInt64, [VerificationFinding]> {
        MessageArguments(page.cursor ?? "", page.checked, page.total, page.findings.map(describe))
    }

    private var clearCache: ServedMethod {
        adminGate.method(MaintenanceInterface.clearCache) { arguments in
            AdminRequest(user: arguments.values.user) { "clear the cached images of \($0)" }
        } serve: { library, _ in
            MessageArguments(try await library.core.library.clearImageCache())
        }
    }
}
