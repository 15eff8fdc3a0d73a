import Foundation

/// What an administrator does, in words.
extension TestClient {
    /// - Parameters:
    ///   - client: `KIND:NAME`.
    ///   - level: `none`, `add-only`, `limited` or `full`.
    ///   - rights: nil for what is usual.
    ///   - others: further options, by their names on the bus.
    public func grant(
        _ client: String, _ level: String, selection: [String]? = nil, rights: [String]? = nil, expires: Int64? = nil,
        others: [String: BusArgument] = [:]
    ) async throws {
        var options = others
        if let selection { options["selection"] = .texts(selection) }
        if let rights { options["rights"] = .texts(rights) }
        if let expires { options["expires"] = .int64(expires) }
        try await call("Admin1", "SetGrant", "ssa{sv}", .text(client), .text(level), .table(options))
    }

    /// Gives access that ends soon: a busy machine gets more time, because an end must be in the future.
    ///
    /// - Parameter seconds: the least time.
    /// - Returns: the end.
    @discardableResult
    public func grantBriefly(
        _ client: String, _ level: String, selection: [String]? = nil, rights: [String]? = nil, seconds: Double = 1
    ) async throws -> Int64 {
        let end = Moments.inSeconds(seconds)
        do {
            try await grant(client, level, selection: selection, rights: rights, expires: end)
            return end
        } catch let error as BusError where error.kind == "InvalidArgument" && seconds < 60 {
            return try await grantBriefly(client, level, selection: selection, rights: rights, seconds: 4 * seconds)
        }
    }

    /// - Parameter end: microseconds since 1970.
    public func pause(_ client: String, until end: Int64) async throws {
        try await call("Admin1", "PauseClient", "sa{sv}", .text(client), .table(["until": .int64(end)]))
    }

    /// Pauses a client for a time that ends soon: a busy machine gets more time, because an end must be in the future.
    ///
    /// - Parameter seconds: the least time.
    public func pauseBriefly(_ client: String, seconds: Double = 1) async throws {
        do {
            try await pause(client, until: Moments.inSeconds(seconds))
        } catch let error as BusError where error.kind == "InvalidArgument" && seconds < 60 {
            try await pauseBriefly(client, seconds: 4 * seconds)
        }
    }

    public func resetGrant(_ client: String) async throws {
        try await call("Admin1", "ResetGrant", "sa{sv}", .text(client), [:])
    }

    public func grants() async throws -> [[String: Value]] {
        try await call("Admin1", "ListGrants", "a{sv}", [:])[0]?.list?.compactMap(\.table) ?? []
    }

    public func selection(of client: String) async throws -> [String] {
        try await call("Admin1", "GetSelection", "sa{sv}", .text(client), [:])[0]?.texts ?? []
    }

    public func changeSelection(of client: String, add: [String] = [], remove: [String] = []) async throws {
        try await call(
            "Admin1", "ChangeSelection", "sasasa{sv}", .text(client), .list(add.map(BusArgument.text)),
            .list(remove.map(BusArgument.text)), [:])
    }

    /// Everyone on the bus that the broker saw.
    public func clients() async throws -> [[String: Value]] {
        try await call("Admin1", "ListClients")[0]?.list?.compactMap(\.table) ?? []
    }

    /// The library and its broker in a few facts.
    public func summary() async throws -> [String: Value] {
        try await call("Maintenance1", "GetSummary", "a{sv}", [:])[0]?.table ?? [:]
    }

    /// What `Verify` finds wrong, all pages of it, and how many items it looked at.
    public func verify() async throws -> (checked: Int, findings: [[String: Value]]) {
        var cursor = ""
        var findings: [[String: Value]] = []
        while true {
            let reply = try await call("Maintenance1", "Verify", "sa{sv}", .text(cursor), [:], timeout: nil)
            findings += reply[3]?.list?.compactMap(\.table) ?? []
            guard let next = reply[0]?.text, !next.isEmpty else { return (reply[1]?.integer ?? 0, findings) }
            cursor = next
        }
    }
}

/// What the audit log says.
extension TestClient {
    /// The entries that a filter is for, oldest first; that somebody reads the log is left out.
    public func audit(_ filter: [String: BusArgument] = [:]) async throws -> [AuditedDecision] {
        let rows = try await call("Admin1", "ReadAudit", "a{sv}", .table(filter))[0]?.list ?? []
        return rows.compactMap(\.table).map(AuditedDecision.init).filter { $0.operation != "read-audit" }
    }

    /// What `VerifyAudit` finds wrong, all pages of it, and how many entries it looked at.
    public func verifyAudit() async throws -> (checked: Int, kinds: [String]) {
        var cursor = ""
        var checked = 0
        var kinds: [String] = []
        while true {
            let reply = try await call("Maintenance1", "VerifyAudit", "sa{sv}", .text(cursor), [:])
            checked += reply[1]?.integer ?? 0
            kinds += reply[3]?.list?.compactMap { $0["kind"]?.text } ?? []
            guard let next = reply[0]?.text, !next.isEmpty else { return (checked, kinds) }
            cursor = next
        }
    }
}

/// An entry of the audit log.
public struct AuditedDecision: Sendable, CustomStringConvertible {
    public let values: [String: Value]

    public var sequence: Int { values["sequence"]?.integer ?? 0 }
    public var client: String { values["client"]?.text ?? "?" }
    public var user: Int { values["user"]?.integer ?? -1 }
    public var operation: String { values["operation"]?.text ?? "" }
    public var outcome: String { values["outcome"]?.text ?? "" }
    public var count: Int { values["count"]?.integer ?? -1 }
    public var ids: [String] { values["ids"]?.texts ?? [] }
    public var about: String? { values["about"]?.text }
    public var detail: String { values["detail"]?.text ?? "" }

    /// `fetch allowed 3 by flatpak:org.example.App`, and about whom.
    public var description: String {
        "\(operation) \(outcome) \(count) by \(client)" + (about.map { " about \($0)" } ?? "")
    }
}

/// Times in the contract's form.
public enum Moments {
    public static func inSeconds(_ seconds: Double) -> Int64 {
        Int64((Date().timeIntervalSince1970 + seconds) * 1_000_000)
    }
}
