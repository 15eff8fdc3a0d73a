public import FilmgateDBus
public import FilmgateModel

/// The reply of `Update`.
extension FetchDifference: OptionDictionary {
    public static let tolerance = OptionTolerance.unknownValues

    public init<Coder: OptionCoder>(_ value: Self?, _ options: inout Coder) throws(Coder.Failure) {
        let missing = "a difference needs 'incremental' and 'count'."
        let isIncremental = try Coder.require(options.field("incremental", value?.isIncremental), missing)
        self.init(count: try Coder.require(options.count("count", value?.count), missing))
        self.isIncremental = isIncremental
        guard isIncremental else { return }
        let lists = "an incremental difference needs 'removed', 'inserted', 'moves' and 'changed'."
        removed = try Coder.require(options.indexes("removed", value?.removed), lists)
        inserted = try Coder.require(options.indexes("inserted", value?.inserted), lists)
        changed = try Coder.require(options.indexes("changed", value?.changed), lists)
        let moves = try options.field("moves", value?.moves, as: { $0.map(\.pair) }) { pairs, _ in pairs.map(Move.init)
        }
        self.moves = try Coder.require(moves, lists)
    }
}

extension FetchDifference.Move {
    fileprivate typealias Pair = Structure<UInt32, UInt32>

    fileprivate init(_ pair: Pair) { self.init(from: Int(pair.values.0), to: Int(pair.values.1)) }

    fileprivate var pair: Pair { Structure(UInt32(clamping: from), UInt32(clamping: to)) }
}

extension OptionCoder {
    fileprivate mutating func indexes(_ key: String, _ indexes: [Int]?) throws(Failure) -> [Int]? {
        try field(key, indexes, as: { $0.map { UInt32(clamping: $0) } }) { indexes, _ in indexes.map { Int($0) } }
    }
}
