package import Filmgate
import FilmgateModel
import FoundationEssentials

extension PhotoLibrary {
    /// Sets the dates of new photos if the library from which they come has another date than their files, because a
    /// person has corrected it there.
    ///
    /// That library stores local times without a time zone, so this compares local times.
    package func setClocks(of placed: [PlacedFile]) async throws(PhotoLibraryError) {
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
            var dates: [AssetID: ClockDate] = [:]
            for asset in found {
                guard let clock = clocks[asset.id], let date = asset.date(shownAs: clock) else { continue }
                var properties = AssetChanges()
                properties.creationDate = date.date
                request.set(properties, of: asset.id)
                dates[asset.id] = date
            }
            try await perform(request)
            try await correctClocks(of: dates)
        }
    }
}

extension Asset {
    /// Returns the date for this local time at the photo's offset; nil if the photo already shows this time, within two
    /// seconds.
    fileprivate func date(shownAs clock: CivilTime) -> ClockDate? {
        guard let offset = clockOffset, let creationDate else { return nil }
        let seconds = clock.secondsSince1970(offset: Int(offset))
        let isShown = abs(creationDate.timeIntervalSince1970 - Double(seconds)) <= 2
        return isShown ? nil : ClockDate(Timestamp(rawValue: seconds * 1_000_000), offset: offset)
    }
}
