internal import Filmgate
internal import FilmgateCommandLine
internal import FilmgateText

extension Command {
    private static let wait = Option("wait", "Wait up to 30 seconds until the broker answers")
    private static let longestWait = Duration.seconds(30)

    static let status = Command(
        "status", summary: "Show whether the broker runs, and the size of the library",
        details: [
            "Also shows how the broker identifies this program. Without a broker, it says what to do. The exit code is 0 if the broker "
                + "answers, 69 if it does not."
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
            try invocation.output.write(
                JSON.text(of: StatusReport(broker: "unavailable", message: error.message)) + "\n")
            return Failure(error).code
        }
        let report = try await StatusReport(library)
        try invocation.output.write(invocation.writesJSON ? JSON.text(of: report) + "\n" : report.sheet)
        return .success
    }
}

extension Command {
    /// Connects to the library as soon as a broker answers.
    ///
    /// - Throws: the last error if no broker answers in time, and all other errors at once.
    private static func waitForLibrary(_ invocation: Invocation) async throws(PhotoLibraryError) -> PhotoLibrary {
        Interruption.prepare()
        let deadline = ContinuousClock.now + longestWait
        while true {
            do throws(PhotoLibraryError) { return try await invocation.library() } catch {
                switch error {
                case .busUnavailable, .brokerUnavailable: break
                default: throw error
                }
                guard ContinuousClock.now < deadline, !Following.isOver else { throw error }
            }
            await Following.rest(for: .milliseconds(100))
        }
    }
}

/// The report of `status`.
private struct StatusReport: Encodable {
    let broker: String
    var message: String?
    var client: String?
    var verified: Bool?
    var addOnly: String?
    var readWrite: String?
    var version: String?
    var user: UInt32?
    var assets: Int?
    var trashed: Int?
    var bytes: UInt64?
    var capacity: UInt64?
    var policy: String?
    var policyFaults: [String]?
    /// The state of the policy, for people.
    private var policyNote: String?

    private enum CodingKeys: String, CodingKey {
        case broker, message, client, verified, version, user, assets, trashed, bytes, capacity, policy
        case addOnly = "add-only"
        case readWrite = "read-write"
        case policyFaults = "policy-faults"
    }

    init(broker: String, message: String) {
        self.broker = broker
        self.message = message
    }

    init(_ library: PhotoLibrary) async throws(PhotoLibraryError) {
        broker = "running"
        let identity = try await library.clientIdentity()
        client = identity.id?.description ?? ""
        verified = identity.isVerified
        do throws(PhotoLibraryError) {
            addOnly = try await library.authorizationStatus(for: .addOnly).rawValue
            readWrite = try await library.authorizationStatus(for: .readWrite).rawValue
            let summary = try await library.maintenance.summary()
            version = summary.version
            user = summary.user
            assets = summary.assets
            trashed = summary.trashed
            bytes = summary.bytes
            capacity = summary.capacity
            policy = summary.policy?.rawValue
            policyFaults = summary.policyFaults
            policyNote = summary.policy.map(StatusReport.note)
        } catch {
            // The broker runs. Why it does not say more is part of the report.
            message = error.message
        }
    }

    private static func note(_ state: PhotoLibrary.PolicyStanding) -> String {
        switch state {
        case .inForce: "in force"
        case .kept: "its files have errors; the previous policy is in force"
        case .closed: "its files have errors; only the owner has access"
        }
    }

    var sheet: String {
        var sheet = FactSheet()
        sheet.add("Broker", "running" + (version.map { ", version \($0)" } ?? ""))
        sheet.add("This program", client.map { $0.isEmpty ? "not identified" : $0 })
        sheet.add("Adding", addOnly)
        sheet.add("Reading and changing", readWrite)
        sheet.add("Library of", user.map { "user \($0)" })
        sheet.add("Photos and videos", assets.map { Text.number($0) })
        sheet.add("In the trash", trashed.map { Text.number($0) })
        sheet.add("Originals", bytes.map { Amount.bytes($0) + (capacity.map { " of \(Amount.bytes($0))" } ?? "") })
        sheet.add("Policy", policyNote)
        for fault in policyFaults ?? [] { sheet.add("", fault) }
        sheet.add("Note", message)
        return sheet.lines
    }
}
