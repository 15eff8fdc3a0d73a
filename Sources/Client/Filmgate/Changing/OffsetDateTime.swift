public import FilmgateModel

/// A creation date that was computed from a local time and an offset from UTC.
public struct OffsetDateTime: Hashable, Sendable {
    public let date: Timestamp
    /// The asset's `clockOffset` when the date was computed, in seconds.
    public let offset: Int32

    public init(_ date: Timestamp, offset: Int32) {
        self.date = date
        self.offset = offset
    }
}

extension PhotoLibrary {
    /// Corrects the dates of assets whose `clockOffset` changed as a result of the new dates.
    ///
    /// An asset without a time zone has the offset of the library's time zone at the asset's date, which may include
    /// daylight saving time.
    ///
    /// - Parameters:
    ///   - dates: the dates that were set, by asset.
    ///   - undoName: a name for the batch, as in `perform`; only with at most 500 dates, because more dates need
    ///     several batches.
    /// - Returns: the number of dates that were corrected.
    @discardableResult
    public func correctClocks(
        of dates: [AssetID: OffsetDateTime], undoName: String? = nil
    ) async throws(PhotoLibraryError) -> Int {
        var corrected = 0
        for part in Array(dates.keys).batches(of: 500) {
            let result = try await fetch(
                FetchRequest.assets(withIdentifiers: part).includingHidden.includingTrashed.includingBurstMembers
                    .reading([.clockOffset]))
            var request = ChangeRequest()
            var iterator = result.makeAsyncIterator()
            while let asset = try await iterator.next() {
                guard let set = dates[asset.id], let offset = asset.clockOffset, offset != set.offset else { continue }
                var properties = AssetChanges()
                properties.creationDate = set.date.advanced(bySeconds: Int64(set.offset) - Int64(offset))
                request.set(properties, of: asset.id)
                corrected += 1
            }
            try await result.close()
            try await perform(request, undoName: undoName)
        }
        return corrected
    }
}
