import FilmgateDBus
public import FilmgateModel
import FilmgateWire

extension PhotoLibrary {
    /// Counts the assets of a request by a property, for timelines and filters, within what this app may see:
    ///
    ///     let months = try await library.count(.assets, by: .month)
    ///
    /// At most 10,000 values: dates newest first, others most frequent first. `org.filmgate.Library1.CountBy`.
    /// - Throws: the errors of `fetch`.
    public func count(
        _ request: FetchRequest<Asset>, by property: CountedProperty
    ) async throws(PhotoLibraryError) -> [ValueCount] {
        let rows = try await link.perform { (connection) async throws(PhotoLibraryError) in
            try await connection.call(
                LibraryInterface.countBy, Arguments(property, CountOptions(request.options)), timeLimit: .unlimited
            ).values
        }
        return rows.map { ValueCount($0.values.0, $0.values.1) }
    }
}
