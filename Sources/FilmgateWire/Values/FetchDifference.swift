public import FilmgateDBus
public import FilmgateModel

/// The reply of `Update`.
extension FetchDifference: DBusRepresentable {
    /// Ignores keys that this version does not know: a newer broker may send more.
    ///
    /// - Throws: `WireError.invalidArgument` if a required key is missing.
    public init(representation: Options) throws {
        guard let isIncremental = representation["incremental"]?.value(as: Bool.self),
            let count = representation["count"]?.value(as: UInt32.self)
        else { throw WireError.invalidArgument("a difference needs 'incremental' and 'count'.") }
        self.init(count: Int(count))
        self.isIncremental = isIncremental
        guard isIncremental else { return }
        guard let removed = representation["removed"]?.value(as: [UInt32].self),
            let inserted = representation["inserted"]?.value(as: [UInt32].self),
            let changed = representation["changed"]?.value(as: [UInt32].self),
            let moves = representation["moves"]?.value(as: [Structure<UInt32, UInt32>].self)
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
        var options: Options = ["incremental": Variant(isIncremental), "count": Variant(UInt32(clamping: count))]
        guard isIncremental else { return options }
        options["removed"] = Variant(removed.map { UInt32(clamping: $0) })
        options["inserted"] = Variant(inserted.map { UInt32(clamping: $0) })
        options["changed"] = Variant(changed.map { UInt32(clamping: $0) })
        options["moves"] = Variant(moves.map { Structure(UInt32(clamping: $0.from), UInt32(clamping: $0.to)) })
        return options
    }
}
