import FilmgateModel
import FilmgateStore
import FilmgateWire

extension Library {
    /// Returns the part of a person's choice that still exists: the rest may be deleted while they choose.
    ///
    /// - Parameter shown: identifiers that need no check, because they are not stored.
    /// - Throws: `noUsableAnswer` if nothing of a non-empty choice exists, because that is different from choosing
    ///   nothing; and failures.
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
        guard !left.isEmpty else { throw WireError.noUsableAnswer }
        return left
    }
}
