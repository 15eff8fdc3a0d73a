internal import FilmgateModel

/// Which assets are wanted, in which order, and what is to be told of them; read as `.assets.newestFirst.limit(50)`.
public struct FetchRequest: Hashable, Sendable {
    var identifiers: [AssetID]?
    var album: AlbumID?
    var sort: [SortDescriptor] = []
    var limit: UInt32 = 0
    var includesHidden = false
    var includesTrashed = false
    var properties = Set(AssetProperty.allCases)

    /// By which property a result is sorted, and which way.
    public struct SortDescriptor: Hashable, Sendable {
        public let property: AssetProperty
        public let ascending: Bool

        public init(_ property: AssetProperty, ascending: Bool) {
            self.property = property
            self.ascending = ascending
        }
    }

    /// All that this app may see, the newest first.
    public static let assets = FetchRequest()

    /// Those with these identifiers, in this order; unknown ones and those that may not be seen are left out alike.
    public static func assets(withIdentifiers identifiers: [AssetID]) -> FetchRequest {
        var request = FetchRequest()
        request.identifiers = identifiers
        return request
    }

    /// Those of an album, in its order unless another is asked for.
    public static func assets(in album: AlbumID) -> FetchRequest {
        var request = FetchRequest()
        request.album = album
        return request
    }

    public var newestFirst: FetchRequest { sorted(by: SortDescriptor(.creationDate, ascending: false)) }

    public var oldestFirst: FetchRequest { sorted(by: SortDescriptor(.creationDate, ascending: true)) }

    /// Sorted by the first, what is equal there by the second, and so on.
    public func sorted(by descriptors: SortDescriptor...) -> FetchRequest { sorted(by: descriptors) }

    public func sorted(by descriptors: [SortDescriptor]) -> FetchRequest { with { $0.sort = descriptors } }

    /// At most so many; 0 takes the limit away.
    public func limit(_ count: UInt32) -> FetchRequest { with { $0.limit = count } }

    /// Also those that the person hides from view.
    public var includingHidden: FetchRequest { with { $0.includesHidden = true } }

    /// Also those in the trash.
    public var includingTrashed: FetchRequest { with { $0.includesTrashed = true } }

    /// Asks for these properties alone, which is faster; otherwise all are told.
    public func reading(_ properties: Set<AssetProperty>) -> FetchRequest {
        with { $0.properties = properties.union([.id]) }
    }

    private func with(_ change: (inout FetchRequest) -> Void) -> FetchRequest {
        var request = self
        change(&request)
        return request
    }

    var query: AssetQuery {
        var query = AssetQuery()
        query.identifiers = identifiers
        query.album = album
        query.sort = sort.map { AssetQuery.Order(by: $0.property, ascending: $0.ascending) }
        query.limit = limit
        query.includesHidden = includesHidden
        query.includesTrashed = includesTrashed
        return query
    }
}
