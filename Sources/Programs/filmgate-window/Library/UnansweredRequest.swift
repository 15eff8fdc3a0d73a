import Filmgate
import FilmgateModel
import FoundationEssentials

/// A request for access that the broker could not show to the person, because no prompt agent was available.
struct UnansweredRequest: Hashable {
    let client: ClientID
    let date: Date

    /// The time for which the request is listed, in seconds.
    static let lifetime: TimeInterval = 86_400

    /// Returns the last request of each app if that request is recent and unanswered. The newest request comes first.
    ///
    /// - Parameters:
    ///   - records: the requests for access, the oldest first.
    ///   - grants: the current grants of all apps.
    static func find(in records: [AuditLogRow], _ grants: [ClientGrant], now: Date) -> [UnansweredRequest] {
        let grants = Dictionary(grants.map { ($0.client, $0) }) { first, _ in first }
        var last: [ClientID: AuditLogRow] = [:]
        for record in records { if let client = record.client { last[client] = record } }
        return last.compactMap { client, record in
            guard record.outcome == "no-agent", now.timeIntervalSince(record.date) < lifetime else { return nil }
            guard grants[client].map({ $0.leaves(open: record) }) ?? true else { return nil }
            return UnansweredRequest(client: client, date: record.date)
        }.sorted { ($0.date, $0.client.description) > ($1.date, $1.client.description) }
    }
}

extension ClientGrant {
    /// Returns whether a request of the app still needs a decision.
    fileprivate func leaves(open record: AuditLogRow) -> Bool {
        (readWrite == .notDetermined || addOnly == .notDetermined) && !isMuted && grantedDate < record.date
    }
}
