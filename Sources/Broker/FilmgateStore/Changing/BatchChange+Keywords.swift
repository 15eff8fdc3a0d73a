import FilmgateModel
import FilmgateSQLite

/// Adds and removes single keywords. Keywords compare without case, as in conditions.
extension BatchChange {
    func add(_ keywords: [String], to key: AssetKey) throws {
        let present = try self.keywords(of: key)
        let all = present.adding(keywords)
        guard all.count > present.count else { return }
        guard all.count <= Bounds.keywords else { throw Fault.tooManyKeywords }
        try set(all, of: key)
    }

    func remove(_ keywords: [String], from key: AssetKey) throws {
        let present = try self.keywords(of: key)
        let left = present.removing(keywords)
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

extension [String] {
    /// Returns these keywords, followed by the additional ones.
    func adding(_ keywords: [String]) -> [String] {
        var known = Set(map(\.foldedCase))
        return self + keywords.filter { known.insert($0.foldedCase).inserted }
    }

    func removing(_ keywords: [String]) -> [String] {
        let removed = Set(keywords.map(\.foldedCase))
        return filter { !removed.contains($0.foldedCase) }
    }
}
