import Filmgate
import FilmgateModel
import FoundationEssentials

extension PhotoLibrary {
    /// Returns the number of days for which the trash keeps an asset, and the number of days until each asset in the
    /// trash is deleted permanently. Returns nil if the trash keeps assets forever.
    func trashDays() async throws -> (kept: Int, left: [AssetID: Int])? {
        guard let trashDays = try await maintenance.summary().trashDays else { return nil }
        let now = Timestamp(Date()).rawValue
        var days: [AssetID: Int] = [:]
        for asset in try await fetch(.assets(in: .trash).reading([.trashedDate])).snapshot() {
            guard let date = asset.trashedDate.map({ Timestamp($0).rawValue }) else { continue }
            let passed = (now - date) / 86_400_000_000
            days[asset.id] = max(0, trashDays - Int(clamping: passed))
        }
        return (trashDays, days)
    }
}
