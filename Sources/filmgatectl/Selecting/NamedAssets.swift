internal import Filmgate
internal import FilmgateText

/// Finds what a person names: by its identifier, by the beginning of that, by a file's name, and where albums may be meant, by their title.
struct AssetNaming {
    /// Fewer characters of an identifier name nothing: they would soon name something else.
    static let shortest = 8
    /// For help.
    static let rule =
        "An asset is named by its identifier, by the first characters of it, at least \(shortest), or by its file's name, as long as "
        + "that names one alone."

    static let operand = Operand(
        "ID", count: .atLeastOne, "Identifiers, as 'assets list' shows them, the beginning of one, or a file's name")

    let library: PhotoLibrary
    /// Whether what is in the trash is meant first.
    var prefersTrash = false
    /// Whether albums are meant too.
    var includesAlbums = false
    /// Whether the library is another user's, whose photos cannot be looked through: only whole identifiers name them.
    var isOfAnother = false

    private struct Match {
        let id: ObjectID
        let text: String
    }

    /// Each once, where it stands first.
    ///
    /// - Throws: where a word names nothing, or several things.
    func objects(_ words: [String]) async throws -> [ObjectID] {
        var objects: [ObjectID] = []
        var known: Set<ObjectID> = []
        for word in words {
            for object in try await named(word) where known.insert(object).inserted { objects.append(object) }
        }
        return objects
    }

    func assets(_ words: [String]) async throws -> [AssetID] {
        try await objects(words).map { AssetID(uuid: $0.uuid) }
    }

    /// What one word names, or several with commas or blanks between them: `A,B` and `"$(cat ids)"`.
    private func named(_ word: String) async throws -> [ObjectID] {
        let parts = word.split { ", \n\t".contains($0) }.map(String.init)
        let whole = parts.compactMap { ObjectID($0.lowercased()) }
        if whole.count == parts.count { return whole }
        if let one = try await one(word) { return [one] }
        guard parts.count > 1 else { throw nothing(word) }
        // A name may hold blanks: its parts name nothing but identifiers.
        var objects: [ObjectID] = []
        for part in parts {
            guard part.count >= Self.shortest, part.allSatisfy({ $0.isHexDigit || $0 == "-" }),
                let one = try await one(part)
            else { throw nothing(word) }
            objects.append(one)
        }
        return objects
    }

    private func nothing(_ word: String) -> Failure {
        Failure(
            .noInput,
            "There is no asset\(includesAlbums ? " or album" : "") with the identifier or "
                + "\(includesAlbums ? "name" : "file name") '\(Text.plain(word))'.",
            advice: "'filmgatectl assets list' shows what there is.")
    }

    /// Nil where nothing is called so.
    private func one(_ word: String) async throws -> ObjectID? {
        if let id = ObjectID(word.lowercased()) { return id }
        guard !isOfAnother else {
            throw Failure.usage(
                "'\(Text.plain(word))' is not an identifier; with '--user' nothing else names a photo or album.")
        }
        var found = try await assets(called: word)
        if includesAlbums {
            found += try await library.collectionTree().nodes(named: word) { !$0.isFolder }.map {
                Match(id: $0.id, text: "\($0.id) (album \($0.quoted))")
            }
        }
        // An app chooses its files' names: one that is called like the beginning of an identifier must not stand in for it.
        found += try await assets(beginning: word.lowercased()).filter { other in !found.contains { $0.id == other.id }
        }
        guard found.count > 1 else { return found.first?.id }
        let shown = found.prefix(5).map(\.text).joined(separator: ", ") + (found.count > 5 ? ", …" : "")
        throw Failure(
            .usage, "'\(Text.plain(word))' names \(Amount.number(found.count)) things: \(shown).",
            advice: "Name the one that is meant by its identifier.")
    }

    private func assets(called name: String) async throws -> [Match] {
        candidates(try await all(.assets.where("filename = ?", name)))
    }

    /// Identifiers can be compared as a whole alone, so that all are read.
    private func assets(beginning prefix: String) async throws -> [Match] {
        guard prefix.count >= Self.shortest, prefix.allSatisfy({ $0.isHexDigit || $0 == "-" }) else { return [] }
        return candidates(try await all(.assets).filter { $0.id.description.hasPrefix(prefix) })
    }

    private func all(_ request: FetchRequest<Asset>) async throws -> [Asset] {
        try await library.all(request.includingHidden.includingTrashed.reading([.id, .filename, .trashedDate]))
    }

    /// Those in the trash only where no other is called so, or the other way round.
    private func candidates(_ assets: [Asset]) -> [Match] {
        let preferred = assets.filter { $0.isTrashed == prefersTrash }
        return (preferred.isEmpty ? assets : preferred).map {
            Match(id: ObjectID($0.id), text: "\($0.id)" + ($0.filename.map { " \(Text.plain($0))" } ?? ""))
        }
    }
}
