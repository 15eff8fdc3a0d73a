internal import Filmgate
internal import FilmgateText

/// An album that somebody made, and what is in it, as it was when it was looked at.
struct AlbumMembers: Sendable {
    let id: AlbumID
    /// With its folders, in quotation marks.
    let name: String
    /// In the album's order, hidden ones too; without those in the trash.
    let assets: [AssetID]

    init(of name: String, in library: PhotoLibrary) async throws {
        let node = try await library.node(named: name, .album)
        id = AlbumID(uuid: node.id.uuid)
        self.name = node.quoted
        assets = try await library.all(.assets(in: id).includingHidden.reading([.id])).map(\.id)
    }

    /// How many of these are in it, and how many are not.
    func count(of others: [AssetID]) -> (inside: Int, outside: Int) {
        let known = Set(assets)
        let inside = others.count { known.contains($0) }
        return (inside, others.count - inside)
    }

    /// The index of a position that a person counted from 1.
    ///
    /// - Parameter last: the position of the end.
    /// - Throws: where it lies beyond.
    func index(of position: UInt32, last: Int) throws(Failure) -> Int {
        guard position <= last else {
            throw Failure(
                .usage,
                "'--position \(position)' is beyond the end: the album \(name) holds "
                    + "\(Amount.count(assets.count, "photo or video", plural: "photos and videos")), and its end is "
                    + "position \(last).")
        }
        return Int(position) - 1
    }
}

extension CollectionTree.Node {
    /// For sentences.
    var quoted: String { "'\(Text.plain(joined))'" }
}
