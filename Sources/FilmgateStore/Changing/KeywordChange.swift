internal import FilmgateModel
internal import FilmgateSQLite

/// Changes of single keywords, which compare without case, as conditions do.
extension BatchChange {
    func add(_ keywords: [String], to key: AssetKey) throws {
        let present = try self.keywords(of: key)
        var known = Set(present.map(\.foldedCase))
        let new = keywords.filter { known.insert($0.foldedCase).inserted }
        guard !new.isEmpty else { return }
        guard present.count + new.count <= Bounds.keywords else { throw Fault.tooManyKeywords }
        try set(present + new, of: key)
    }

    func remove(_ keywords: [String], from key: AssetKey) throws {
        let present = try self.keywords(of: key)
        let removed = Set(keywords.map(\.foldedCase))
        let left = present.filter { !removed.contains($0.foldedCase) }
        guard left.count < present.count else { return }
        try set(left, of: key)
    }

    private func set(_ keywords: [String], of key: AssetKey) throws {
        var changes = AssetChanges()
        changes.keywords = keywords
        try set(changes, of: key)
    }

    private func keywords(of key: AssetKey) throws -> [String] {
        try database.first(
            "SELECT (SELECT group_concat(value, char(0)) FROM json_each(a.keywords)) FROM asset AS a WHERE a.row = \(key.rawValue)"
        ) { $0.isNull(0) ? [] : $0.keywords(0) } ?? []
    }
}
