import Filmgate
import FilmgateModel

extension PhotoLibrary {
    /// Returns the identifier of an asset's burst; nil if the asset belongs to no burst or cannot be read.
    func burst(of asset: AssetID) async -> String? {
        await first(.assets(withIdentifiers: [asset]).includingHidden.reading([.burstID]))?.burstID
    }
}

extension FetchRequest<Asset> {
    /// Returns a request for all photos of a burst, in the order in which they were taken.
    static func members(ofBurst burst: String) -> FetchRequest {
        .assets.includingBurstMembers.where { $0.burstID == burst }.oldestFirst
    }
}
