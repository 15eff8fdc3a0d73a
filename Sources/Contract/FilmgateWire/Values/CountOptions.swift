public import FilmgateDBus
public import FilmgateModel

extension CountedProperty: DBusWord {
    public static func refusal(of text: String) -> String {
        let names = allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
        return "CountBy: assets cannot be counted by '\(quotable(text))'; there are \(names)."
    }
}

/// The options of `CountBy`: the same options as for a `Fetch` of assets.
public struct CountOptions: OptionDictionary {
    public let fetch: FetchOptions

    public init(_ fetch: FetchOptions) { self.fetch = fetch }

    public static let owner = "CountBy"

    public init<Coder: OptionCoder>(_ value: Self?, _ options: inout Coder) throws(Coder.Failure) {
        fetch = try FetchOptions(value?.fetch, &options)
    }
}

/// A value and the number of assets that have it, in the reply of `CountBy`.
public typealias RawValueCount = Structure<String, UInt32>
