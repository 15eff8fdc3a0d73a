package import Filmgate
import FilmgateModel

extension PhotoLibrary {
    /// Returns the number of hidden photos among those that an import added. Their files or their previous library
    /// marked them as hidden.
    package func countHidden(among placed: [ImportedFile]) async throws(PhotoLibraryError) -> Int {
        let new = Set(placed.filter(\.isNew).compactMap(\.asset))
        guard !new.isEmpty else { return 0 }
        let hidden = try await fetch(
            FetchRequest<Asset>.assets(in: .hidden).includingHidden.includingBurstMembers.reading([.id]))
        var count = 0
        var iterator = hidden.makeAsyncIterator()
        while let asset = try await iterator.next() {
            if new.contains(asset.id) { count += 1 }
        }
        try await hidden.close()
        return count
    }
}
