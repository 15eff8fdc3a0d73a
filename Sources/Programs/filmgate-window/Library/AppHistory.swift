import Filmgate
import FilmgateGTK
import FilmgateModel
import FoundationEssentials

/// A summary of an app's entries in the audit log.
struct AppHistory {
    /// The number of allowed accesses on each of the last days. The last element is for today.
    var days: [Int]
    /// The assets that the app saw or whose files it got, most recent first, without duplicates.
    var opened: [AssetID] = []
    /// Whether the person picked some of these in a file dialog, whose program acts for the app.
    private(set) var hasFileDialogPicks = false
    private let today: Int64

    static let dayCount = 30
    /// The maximum number of log entries to read.
    static let mostEntries = 20_000
    private static let mostOpened = 500

    /// Returns the date of an element of `days` as text.
    func date(ofDay index: Int) -> String {
        let number = today - Int64(days.count - 1 - index)
        return DateText.day(number * 86_400_000_000, at: 0) ?? ""
    }

    /// The number of the current day, as returned by `DateText.dayNumber`.
    static var today: Int64 { DateText.dayNumber(Timestamp(Date()).rawValue) ?? 0 }

    /// - Parameters:
    ///   - records: the log entries, the oldest first.
    ///   - client: the app. Entries of other clients, such as changes of the app's grant, do not count.
    ///   - today: the number of the current day, as returned by `DateText.dayNumber`.
    init(_ records: [AuditLogRow], of client: ClientID, today: Int64) {
        self.today = today
        days = Array(repeating: 0, count: Self.dayCount)
        var seen: Set<AssetID> = []
        for record in records.reversed() where record.client == client {
            if record.outcome == "allowed", let day = DateText.dayNumber(Timestamp(record.date).rawValue), day <= today,
                today - day < Int64(Self.dayCount)
            {
                days[Self.dayCount - 1 - Int(today - day)] += 1
            }
            guard let use = record.use, use >= .seen else { continue }
            if record.delegate != nil { hasFileDialogPicks = true }
            for object in record.assets {
                let asset = AssetID(uuid: object.uuid)
                if opened.count < Self.mostOpened, seen.insert(asset).inserted { opened.append(asset) }
            }
        }
    }
}
