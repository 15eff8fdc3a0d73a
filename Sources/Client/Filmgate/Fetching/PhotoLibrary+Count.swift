import FilmgateDBus
public import FilmgateModel
import FilmgateWire

extension PhotoLibrary {
    /// Counts the matching assets for each value of a property, for example for timelines and filters:
    ///
    ///     let months = try await library.count(.assets, by: .month)
    ///
    /// Returns at most 10,000 values: dates with the newest first, other values with the most frequent first.
    /// `org.filmgate.Library1.CountBy`.
    /// - Throws: the errors of `fetch`.
    public func count(
        _ request: FetchRequest<Asset>, by property: CountedProperty
    ) async throws(PhotoLibraryError) -> [ValueCount] {
        let rows = try await link.perform { (connection) async throws(PhotoLibraryError) in
            try await connection.call(
                LibraryInterface.countBy, MessageArguments(property, CountOptions(request.options)),
                timeLimit: .unlimited
            ).values
        }
        return rows.map { ValueCount($0.values.0, $0.values.1) }
    }
}
