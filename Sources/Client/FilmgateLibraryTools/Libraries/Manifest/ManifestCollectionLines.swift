import Filmgate
import FilmgateModel

/// The lines of a manifest about folders and albums, with titles that the library accepts.
struct ManifestCollectionLines {
    struct Album {
        let line: ManifestAlbum
        /// The assets in the order of the album, as indexes into `ManifestCollectionLines.assets`.
        var assets: [Int] = []
        var known: Set<Int> = []
    }

    private(set) var folders: [ManifestFolder] = []
    private(set) var albums: [Album] = []
    /// The identifiers of all assets in the manifest, in order.
    private(set) var assets: [String] = []
    /// The number of titles that were shortened.
    private(set) var cut = 0
    private var places: [String: Int] = [:]
    private var folderNames: Set<String> = []
    private var albumPlaces: [String: Int] = [:]

    /// The number of children that the lines of folders list. `members` is the number of assets in albums.
    private var children = 0
    private var members = 0

    /// The maximum number of folders and albums.
    private static let most = 100_000
    /// The maximum total number of assets in albums.
    private static let mostMembers = 10_000_000

    /// Returns whether a string is short enough for an identifier. The library's identifiers have 36 bytes.
    static func isIdentifier(_ text: String) -> Bool { text.utf8.count <= 64 }

    /// Returns whether a rule is valid for a smart album. Returns true for nil.
    private static func isUsable(rule: String?) -> Bool {
        guard let rule else { return true }
        var request = ChangeRequest()
        do {
            _ = try request.createSmartAlbum(title: "", where: QueryCondition(rule))
            return true
        } catch { return false }
    }

    /// Adds the identifier of an asset. Returns false if the identifier is a duplicate or too long.
    mutating func add(asset: String) -> Bool {
        guard ManifestCollectionLines.isIdentifier(asset), places[asset] == nil else { return false }
        places[asset] = assets.count
        assets.append(asset)
        return true
    }

    /// Adds a line with a folder, an album or the assets of an album. Skips unknown assets. Returns false if the line
    /// is invalid.
    mutating func add(_ line: ManifestLine) throws(UnreadableLibraryError) -> Bool {
        let names = [line.folder?.id, line.folder?.parent, line.album?.id, line.album?.parent, line.album?.cover]
        guard (names.compactMap(\.self) + (line.folder?.children ?? [])).allSatisfy(Self.isIdentifier) else {
            return false
        }
        if let folder = line.folder {
            children += folder.children?.count ?? 0
            guard children <= ManifestCollectionLines.most else { throw ManifestCollectionLines.tooMany }
            guard let title = title(folder.title), folderNames.insert(folder.id).inserted else { return false }
            folders.append(
                ManifestFolder(id: folder.id, title: title, parent: folder.parent, children: folder.children))
        }
        if let album = line.album {
            guard albumPlaces[album.id] == nil, Self.isUsable(rule: album.rule), let title = title(album.title) else {
                return false
            }
            albumPlaces[album.id] = albums.count
            albums.append(
                Album(
                    line: ManifestAlbum(
                        id: album.id, title: title, parent: album.parent, cover: album.cover, rule: album.rule)))
        }
        guard folders.count + albums.count <= ManifestCollectionLines.most else {
            throw ManifestCollectionLines.tooMany
        }
        guard let line = line.members else { return true }
        guard let album = albumPlaces[line.album] else { return false }
        for place in line.assets.compactMap({ places[$0] }) where albums[album].known.insert(place).inserted {
            albums[album].assets.append(place)
            members += 1
        }
        guard members <= ManifestCollectionLines.mostMembers else {
            throw UnreadableLibraryError(reason: "The albums of its manifest have more than 10,000,000 photos.")
        }
        return true
    }

    private static let tooMany = UnreadableLibraryError(
        reason: "Its manifest has more than 100,000 albums and folders.")

    private mutating func title(_ title: String) -> String? {
        let bounded = FileTextCleaner.bounded(title, bytes: ContractLimits.titleBytes)
        if bounded.utf8.count < title.utf8.count { cut += 1 }
        return bounded.isEmpty ? nil : bounded
    }
}
