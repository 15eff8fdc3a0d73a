public import FilmgateDBus
public import FilmgateModel

/// The arguments of `Fetch`; the kind determines the options.
public enum FetchArguments: ArgumentList, Equatable {
    case assets(AssetQuery)
    case collections(CollectionQuery)

    private typealias Encoded = Arguments<FetchKind, Options>

    public static var signature: String { Encoded.signature }

    public init(decoding values: [MessageValue]) throws {
        let (kind, options) = try Encoded(decoding: values).values
        self =
            switch kind {
            case .asset: .assets(try FetchOptions(representation: options).query)
            case .album: .collections(try CollectionOptions(options, of: .album).query)
            case .folder: .collections(try CollectionOptions(options, of: .folder).query)
            }
    }

    public func encode(into encoder: inout MessageEncoder) {
        let encoded: Encoded =
            switch self {
            case .assets(let query): Arguments(.asset, FetchOptions(query).representation)
            case .collections(let query):
                Arguments(query.kind == .album ? .album : .folder, CollectionOptions(query).representation)
            }
        encoded.encode(into: &encoder)
    }

    /// The identifiers that it names.
    public var identifiers: [ObjectID] {
        switch self {
        case .assets(let query): (query.identifiers ?? []).map { ObjectID($0) }
        case .collections(let query): query.identifiers ?? []
        }
    }
}
