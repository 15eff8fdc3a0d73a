import Filmgate
import FilmgateLibraryTools
import FilmgateText

/// Finds assets by an identifier, the beginning of an identifier, or a file name, and albums by their title.
struct AssetNameResolver {
    /// The minimum length of the beginning of an identifier. Shorter strings would often match several assets.
    static let shortest = 8
    /// The explanation of names for the help.
    static let rule = TranslatableText(
        "You can name an asset by its identifier, by at least the first {n} characters of it, or by its file name, if only one asset matches.",
        ["n": "\(shortest)"])

    static let operand = CommandOperand(
        "ID", count: .atLeastOne, "Identifiers from 'assets list', the beginning of one, or a file name")

    static let oneOperand = CommandOperand(
        "ID", "An identifier from 'assets list', the beginning of one, or a file name")

    let library: PhotoLibrary
    /// Whether assets in the trash are preferred to others.
    var prefersTrash = false
    /// Whether albums can be named too.
    var includesAlbums = false
    /// Whether the library belongs to a different user. Then only whole identifiers can name assets and albums.
    var isOfAnother = false

    /// Whether names are looked up without an entry in the audit log, for commands that show the log.
    var isUnrecorded = false

    private typealias NamedRow = (id: AssetID, filename: String?, isTrashed: Bool)

    private struct Match {
        let id: ObjectID
        let text: String
    }

    /// Returns the objects that the words name, without duplicates.
    ///
    /// - Throws: `CommandFailure` if a word matches nothing, or several objects.
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

    /// Returns the objects of one word, which can consist of several names, as in `A,B` and `"$(cat ids)"`.
    private func named(_ word: String) async throws -> [ObjectID] {
        let parts = word.split { ", \n\t".contains($0) }.map(String.init)
        let whole = parts.compactMap { ObjectID($0.lowercased()) }
        if whole.count == parts.count { return whole }
        if let one = try await one(word) { return [one] }
        guard parts.count > 1 else { throw noMatch(word) }
        // File names can contain blanks, so the parts of a word can only be identifiers.
        var objects: [ObjectID] = []
        for part in parts {
            guard part.count >= Self.shortest, Self.isBeginning(part), let one = try await one(part) else {
                throw noMatch(word)
            }
            objects.append(one)
        }
        return objects
    }

    private func noMatch(_ word: String) -> CommandFailure {
        let isShort = word.count < Self.shortest && Self.isBeginning(word)
        let rule = localized(
            "The beginning of an identifier needs at least {n} characters.", ["n": "\(Self.shortest)"])
        let name = ["name": Text.printable(word)]
        return CommandFailure(
            .noInput,
            includesAlbums
                ? localized("There is no asset or album with the identifier or name '{name}'.", name)
                : localized("There is no asset with the identifier or file name '{name}'.", name),
            advice: PhraseJoiner.sentences(
                (isShort ? [rule] : []) + [localized("'filmgatectl assets list' lists the assets.")]))
    }

    /// Returns whether an identifier can begin with this text.
    private static func isBeginning(_ word: String) -> Bool { word.allSatisfy { $0.isHexDigit || $0 == "-" } }

    /// Returns the object that a word names; nil if nothing matches.
    private func one(_ word: String) async throws -> ObjectID? {
        if let id = ObjectID(word.lowercased()) { return id }
        guard !isOfAnother else {
            throw CommandFailure.usage(
                localized(
                    "'{word}' is not an identifier. With '--user', only identifiers can name photos and albums.",
                    ["word": Text.printable(word)]))
        }
        var found = try await assets(called: word)
        if includesAlbums {
            found += try await library.collectionTree().nodes(named: word) { !$0.isFolder }.map {
                Match(id: $0.id, text: "\($0.id) (" + localized("album {name}", ["name": $0.quoted]) + ")")
            }
        }
        // Apps choose file names. A name that looks like the beginning of an identifier must not hide the asset with
        // that identifier.
        found += try await assets(beginning: word.lowercased()).filter { other in !found.contains { $0.id == other.id }
        }
        guard found.count > 1 else { return found.first?.id }
        let shown = found.prefix(5).map(\.text).joined(separator: ", ") + (found.count > 5 ? ", …" : "")
        throw CommandFailure(
            .usage,
            counted(
                "'{word}' matches {n} object: {objects}.", "'{word}' matches {n} objects: {objects}.", found.count,
                ["word": Text.printable(word), "objects": shown]),
            advice: localized("Use the identifier of the one that you mean."))
    }

    private func assets(called name: String) async throws -> [Match] {
        if isUnrecorded { return candidates(try await lookedUp(name).filter { $0.filename == name }) }
        return candidates(try await all(.assets.where("filename = ?", name)))
    }

    /// Reads all assets to find identifiers with this beginning, because a fetch compares only whole identifiers.
    private func assets(beginning prefix: String) async throws -> [Match] {
        guard prefix.count >= Self.shortest, Self.isBeginning(prefix) else { return [] }
        let assets = try await isUnrecorded ? lookedUp(prefix) : all(.assets)
        return candidates(assets.filter { $0.id.description.hasPrefix(prefix) })
    }

    private func lookedUp(_ name: String) async throws -> [NamedRow] {
        try await library.administration.assets(named: name)
    }

    private func all(_ request: FetchRequest<Asset>) async throws -> [NamedRow] {
        try await library.all(
            request.includingHidden.includingTrashed.includingBurstMembers.reading([.id, .filename, .trashedDate])
        ).map { ($0.id, $0.filename, $0.isTrashed) }
    }

    /// Returns the preferred matches, or the other matches if none is preferred.
    private func candidates(_ assets: [NamedRow]) -> [Match] {
        let preferred = assets.filter { $0.isTrashed == prefersTrash }
        return (preferred.isEmpty ? assets : preferred).map {
            Match(id: ObjectID($0.id), text: "\($0.id)" + ($0.filename.map { " \(Text.printable($0))" } ?? ""))
        }
    }
}

extension Invocation {
    /// - Throws: `CommandFailure` if the word names no asset, or if a name in it matches several.
    func asset(_ word: String, in library: PhotoLibrary) async throws -> AssetID {
        let assets = try await AssetNameResolver(library: library).assets([word])
        guard assets.count == 1 else { throw usage(localized("Name one asset.")) }
        return assets[0]
    }
}
