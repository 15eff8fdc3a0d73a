public import FilmgateDBus
public import FilmgateModel

/// The reply of `Update`.
extension FetchDifference: DBusRepresentable {
    private enum Key: String { case incremental, count, removed, inserted, changed, moves }

    /// Ignores keys that this version does not know: a newer broker may send more.
    ///
    /// - Throws: `WireError.invalidArgument` if a required key is missing.
    public init(representation: Options) throws {
        guard let isIncremental = representation[Key.incremental, as: Bool.self],
            let count = representation[Key.count, as: UInt32.self]
        else { throw WireError.invalidArgument("a difference needs 'incremental' and 'count'.") }
        self.init(count: Int(count))
        self.isIncremental = isIncremental
        guard isIncremental else { return }
        guard let removed = representation[Key.removed, as: [UInt32].self],
            let inserted = representation[Key.inserted, as: [UInt32].self],
            let changed = representation[Key.changed, as: [UInt32].self],
            let moves = representation[Key.moves, as: [Structure<UInt32, UInt32>].self]
        else {
            throw WireError.invalidArgument(
                "an incremental difference needs 'removed', 'inserted', 'moves' and 'changed'.")
        }
        self.removed = removed.map { Int($0) }
        self.inserted = inserted.map { Int($0) }
        self.changed = changed.map { Int($0) }
        self.moves = moves.map { move in
            let (from, to) = move.values
            return Move(from: Int(from), to: Int(to))
        }
    }

    public var representation: Options {
        var options: Options = [:]
        options[Key.incremental] = isIncremental
        options[Key.count] = UInt32(clamping: count)
        guard isIncremental else { return options }
        options[Key.removed] = removed.map { UInt32(clamping: $0) }
        options[Key.inserted] = inserted.map { UInt32(clamping: $0) }
        options[Key.changed] = changed.map { UInt32(clamping: $0) }
        options[Key.moves] = moves.map { Structure(UInt32(clamping: $0.from), UInt32(clamping: $0.to)) }
        return options
    }
}
