public import FilmgateDBus
public import FilmgateModel

extension CountedProperty: DBusRepresentable {
    public init(representation: String) throws {
        guard let property = CountedProperty(rawValue: representation) else {
            let names = CountedProperty.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
            throw WireError.invalidArgument(
                "CountBy: assets cannot be counted by '\(quotable(representation))'; there are \(names).")
        }
        self = property
    }

    public var representation: String { rawValue }
}

/// The options of `CountBy`: those of a fetch of assets.
public struct CountOptions: DBusRepresentable {
    public var query: AssetQuery

    public init(_ query: AssetQuery) { self.query = query }

    public init(representation: Options) throws {
        query = try FetchOptions(representation, of: "CountBy").query
    }

    public var representation: Options { FetchOptions(query).representation }
}

/// A value and its number of assets, in the reply of `CountBy`.
public typealias RawValueCount = Structure<String, UInt32>
