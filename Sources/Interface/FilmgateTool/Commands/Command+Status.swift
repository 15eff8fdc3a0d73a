import Filmgate
import FilmgateText

extension Command {
    private static let wait = Option("wait", "Wait up to 30 seconds until the broker answers")
    private static let longestWait = Duration.seconds(30)

    static let status = Command(
        "status", summary: "Show whether the broker runs, and the size of the library",
        details: [
            "Also shows how the broker identifies this program. Without a broker, it says what to do. The exit code is 0 if the broker answers, 69 if it does not."
        ],
        options: [wait, .user],
        examples: [
            Example("status", "Does the broker run?"),
            Example("status --wait", "Wait in a script until a broker that was just started is ready."),
        ]
    ) { invocation in
        let library: PhotoLibrary
        do throws(PhotoLibraryError) {
            library = try await invocation.has(wait) ? waitForLibrary(invocation) : invocation.library()
        } catch {
            guard invocation.writesJSON else { throw error }
            try invocation.write(json: StatusReport(broker: "unavailable", message: error.message))
            return CommandFailure(error).code
        }
        let report = try await StatusReport(library)
        try invocation.write(report, orText: report.sheet)
        return .success
    }

    /// Connects to the library as soon as a broker answers.
    ///
    /// - Throws: the last error if no broker answers in time; other errors immediately.
    private static func waitForLibrary(_ invocation: Invocation) async throws(PhotoLibraryError) -> PhotoLibrary {
        invocation.interruption.prepare()
        let deadline = ContinuousClock.now + longestWait
        while true {
            do throws(PhotoLibraryError) { return try await invocation.library() } catch {
                switch error {
                case .busUnavailable, .brokerUnavailable: break
                default: throw error
                }
                guard ContinuousClock.now < deadline, !invocation.interruptibleRun.isOver else { throw error }
            }
            await invocation.interruptibleRun.rest(for: .milliseconds(100))
        }
    }
}

private struct StatusReport: Encodable {
    let broker: String
    var message: String?
    var identity: ClientIdentity?
    var addOnly: AuthorizationStatus?
    var readWrite: AuthorizationStatus?
    var summary: LibrarySummary?

    init(broker: String, message: String) {
        self.broker = broker
        self.message = message
    }

    init(_ library: PhotoLibrary) async throws(PhotoLibraryError) {
        broker = "running"
        identity = try await library.clientIdentity()
        do throws(PhotoLibraryError) {
            addOnly = try await library.authorizationStatus(for: .addOnly)
            readWrite = try await library.authorizationStatus(for: .readWrite)
            summary = try await library.maintenance.summary()
        } catch {
            // The broker runs. The report gives the reason why data is missing.
            message = error.message
        }
    }

    func encode(to encoder: any Encoder) throws {
        try summary?.encode(to: encoder)
        var values = encoder.container(keyedBy: AnyCodingKey.self)
        try values.encode(broker, forKey: "broker")
        try values.encodeIfPresent(message, forKey: "message")
        try values.encodeIfPresent(identity.map { $0.id?.description ?? "" }, forKey: "client")
        try values.encodeIfPresent(identity?.isVerified, forKey: "verified")
        try values.encodeIfPresent(addOnly?.rawValue, forKey: "add-only")
        try values.encodeIfPresent(readWrite?.rawValue, forKey: "read-write")
    }

    private static func note(_ standing: PolicyStatus) -> String {
        switch standing {
        case .inForce: localized("in force")
        case .kept: localized("its files have errors; the previous policy is in force")
        case .closed: localized("its files have errors; only the owner has access")
        }
    }

    var sheet: String {
        var sheet = KeyValueTextTable()
        let state =
            summary.map { localized("running, version {version}", ["version": $0.version]) } ?? localized("running")
        sheet.add(localized("Broker"), state)
        sheet.add(localized("This program"), identity.map { $0.id?.description ?? localized("not identified") })
        sheet.add(localized("Adding"), addOnly?.rawValue)
        sheet.add(localized("Reading and changing"), readWrite?.rawValue)
        if let summary {
            let size = AmountText.bytes(summary.bytes)
            let originals = summary.capacity.map { capacity in
                localized("{n} of {total}", ["n": size, "total": AmountText.bytes(capacity)])
            }
            sheet.add(localized("Library of"), localized("user {user}", ["user": "\(summary.user)"]))
            sheet.add(localized("Photos and videos"), Text.number(summary.assets))
            sheet.add(localized("In the trash"), Text.number(summary.trashed))
            sheet.add(localized("Originals"), originals ?? size)
            sheet.add(localized("Policy"), summary.policy.map(StatusReport.note))
            for fault in summary.policyFaults { sheet.add("", fault) }
        }
        sheet.add(localized("Note"), message)
        return sheet.lines
    }
}

extension LibrarySummary: JSONOptionEncodable {
    static var hiddenKeys: Set<String> { ["library", "trash-days", "last-backup", "last-restore"] }
}
