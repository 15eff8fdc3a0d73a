package import Filmgate
import FilmgateModel
import FoundationEssentials

extension PhotoLibrary {
    /// Sets the dates of new photos to the dates in the library from which they come, if the dates in the files differ.
    /// In that case, a person has corrected the dates in that library.
    ///
    /// That library stores local times without a time zone, so this function compares local times.
    package func setClocks(
        of placed: [ImportedFile], undoNames: UndoNames? = nil
    ) async throws(PhotoLibraryError) {
        var clocks: [AssetID: CivilTime] = [:]
        var assets: [AssetID] = []
        for one in placed where one.isNew && one.file.kind == .photo {
            guard let asset = one.asset, let clock = one.item.clock, clocks[asset] == nil else { continue }
            clocks[asset] = clock
            assets.append(asset)
        }
        for part in assets.batches(of: ImportBatches.mostChanges) {
            let found = try await all(
                FetchRequest.assets(withIdentifiers: part).includingHidden.includingBurstMembers
                    .reading([.creationDate, .clockOffset]))
            var request = ChangeRequest()
            var dates: [AssetID: OffsetDateTime] = [:]
            for asset in found {
                guard let clock = clocks[asset.id], let date = asset.date(shownAs: clock) else { continue }
                var properties = AssetChanges()
                properties.creationDate = date.date
                request.set(properties, of: asset.id)
                dates[asset.id] = date
            }
            _ = try await perform(request, named: undoNames)
            try await correctClocks(of: dates, named: undoNames)
        }
    }
}

extension Asset {
    /// Returns the date of this local time with the photo's offset; nil if the creation date already is this time,
    /// within two seconds.
    fileprivate func date(shownAs clock: CivilTime) -> OffsetDateTime? {
        guard let offset = clockOffset, let creationDate else { return nil }
        let seconds = clock.secondsSince1970(offset: Int(offset))
        let isShown = abs(creationDate.timeIntervalSince1970 - Double(seconds)) <= 2
        return isShown ? nil : OffsetDateTime(Timestamp(rawValue: seconds * 1_000_000), offset: offset)
    }
}
