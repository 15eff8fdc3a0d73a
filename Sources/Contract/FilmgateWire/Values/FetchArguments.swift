public import FilmgateDBus
public import FilmgateModel

/// The arguments of `Fetch`; the kind determines the options.
public enum FetchArguments: ArgumentList, Equatable {
    case assets(FetchOptions)
    case collections(CollectionOptions)

    private typealias Encoded = MessageArguments<FetchKind, Options>

    public static var signature: String { Encoded.signature }

    public init(decoding values: [MessageValue]) throws {
        let (kind, options) = try Encoded(decoding: values).values
        self =
            switch kind {
            case .asset: .assets(try FetchOptions(representation: options))
            case .album: .collections(try CollectionOptions(options, of: .album))
            case .folder: .collections(try CollectionOptions(options, of: .folder))
            }
    }

    public func encode(into encoder: inout MessageEncoder) {
        let encoded: Encoded =
            switch self {
            case .assets(let options): MessageArguments(.asset, options.representation)
            case .collections(let options):
                MessageArguments(options.query.kind == .album ? .album : .folder, options.representation)
            }
        encoded.encode(into: &encoder)
    }

    /// The identifiers that the options name.
    public var identifiers: [ObjectID] {
        switch self {
        case .assets(let options): (options.query.identifiers ?? []).map { ObjectID($0) }
        case .collections(let options): options.query.identifiers ?? []
        }
    }
}
