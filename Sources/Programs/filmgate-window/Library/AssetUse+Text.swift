import Filmgate
import FilmgateGTK
import FilmgateModel
import FilmgateText
import FoundationEssentials

extension AssetUse {
    /// The maximum number of log entries to read.
    private static let mostEntries = 5000

    /// Returns the uses of an asset by apps that can see it, can open it as a pick, or have read its data.
    static func shown(of asset: AssetID, from library: PhotoLibrary) async throws -> [AssetUse] {
        try await library.administration.uses(of: asset, newest: mostEntries).filter {
            $0.explanation.isVisible || $0.canReopen || $0.read != nil
        }
    }

    /// The use as text, such as `Can see it · saw it on 3 May 2024, 12:00`.
    var text: String {
        let sight =
            canReopen && !explanation.isVisible
            ? localized("Can open the copy that you picked")
            : explanation.isPaused
                ? localized("Paused")
                : explanation.isVisible ? localized("Can see it") : localized("Cannot see it any more")
        let dates = [
            seen == nil ? Self.moment(read).map { localized("read its details on {date}", ["date": $0]) } : nil,
            Self.moment(seen).map { localized("saw it on {date}", ["date": $0]) },
            Self.moment(taken).map { localized("took the file on {date}", ["date": $0]) },
        ]
        return ([sight] + dates.compactMap(\.self)).joined(separator: " · ")
    }

    private static func moment(_ date: Date?) -> String? {
        date.flatMap { DateText.moment(Timestamp($0).rawValue) }
    }
}
