import FilmgateModel
import FilmgateStore
import FilmgateWire

extension Library {
    /// Returns the part of a person's choice that still exists: the rest may be deleted while they choose.
    ///
    /// - Parameter shown: what needs no check, because nothing of it is stored.
    /// - Throws: `noUsableAnswer` if nothing of a non-empty choice exists, which does not mean the choice of
    ///   nothing. Also failures.
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
