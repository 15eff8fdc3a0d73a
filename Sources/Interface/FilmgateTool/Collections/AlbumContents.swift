import Filmgate
import FilmgateLibraryTools
import FilmgateText

/// An album that a person created, and its assets at the time of reading.
struct AlbumContents: Sendable {
    let id: AlbumID
    /// The album's path in quotation marks.
    let name: String
    /// The assets in the album's order, including hidden assets, but without the trash.
    let assets: [AssetID]

    init(of name: String, in library: PhotoLibrary) async throws {
        let node = try await library.node(named: name, .album)
        id = AlbumID(uuid: node.id.uuid)
        self.name = node.quoted
        assets = try await library.all(.assets(in: id).includingHidden.reading([.id])).map(\.id)
    }

    /// Counts the given assets that are in the album, and those that are not.
    func count(of others: [AssetID]) -> (inside: Int, outside: Int) {
        let known = Set(assets)
        let inside = others.count { known.contains($0) }
        return (inside, others.count - inside)
    }

    /// Converts a position that counts from 1 to an index.
    ///
    /// - Parameter last: the largest valid position.
    /// - Throws: `CommandFailure` if the position is beyond the end.
    func index(of position: UInt32, last: Int) throws(CommandFailure) -> Int {
        guard position <= last else {
            throw CommandFailure(
                .usage,
                counted(
                    "'--position {position}' is beyond the end. The album {album} has {n} photo or video; its end is position {last}.",
                    "'--position {position}' is beyond the end. The album {album} has {n} photos and videos; its end is position {last}.",
                    assets.count, ["position": "\(position)", "album": name, "last": "\(last)"]))
        }
        return Int(position) - 1
    }
}

extension CollectionTree.Node {
    /// The path in quotation marks, for sentences.
    var quoted: String { "'\(Text.printable(joined))'" }
}
