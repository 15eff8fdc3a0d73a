public import FilmgateDBus
public import FilmgateModel

/// One row of a result as it travels, be it an asset's or an album's.
public struct ResultRow: DBusRepresentable {
    public let representation: Options
    /// Whose it is, which does not travel by itself: nil with whoever received it.
    public let id: ObjectID?

    public init(_ values: Options, of id: ObjectID) {
        representation = values
        self.id = id
    }

    public init(representation: Options) {
        self.representation = representation
        id = nil
    }
}
