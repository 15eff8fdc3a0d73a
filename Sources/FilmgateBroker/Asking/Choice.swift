internal import FilmgateModel
internal import FilmgateStore
internal import FilmgateWire

extension Library {
    /// What of a person's choice is there: what they were shown may be deleted while they choose, and the rest is still meant.
    ///
    /// - Parameter shown: what need not be looked for, for nothing is stored of it.
    /// - Throws: `noAgent` where nothing is left of a choice: that is no answer that could be used, and not the choice of nothing. Also
    ///   failures.
    func existing(of chosen: [ObjectID], besides shown: [ObjectID] = []) async throws -> [ObjectID] {
        let new = await offload {
            let known = Set(shown)
            return chosen.filter { !known.contains($0) }
        }
        let existing = try await existing(new)
        guard existing.count < new.count else { return chosen }
        let left = await offload {
            let known = Set(shown).union(existing)
            return chosen.filter(known.contains)
        }
        guard !left.isEmpty else { throw WireError.noAgent }
        return left
    }
}
