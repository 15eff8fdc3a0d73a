internal import Filmgate

/// What photos, albums and folders are called, for whoever reads along. What cannot be found out at the moment has no name.
struct ThingNames {
    private let library: PhotoLibrary
    /// Of albums and folders, with the folders that they are in.
    private var collections: [ObjectID: String] = [:]
    /// Of photos that were told of before, for when they are gone.
    private var photos: [ObjectID: String] = [:]

    private static let mostPhotos = 10_000

    init(_ library: PhotoLibrary) { self.library = library }

    /// Looks at what albums and folders there are.
    ///
    /// - Parameter gone: those that were deleted, which nobody else can name any more.
    mutating func learn(keeping gone: [ObjectID] = []) async {
        guard let tree = try? await library.collectionTree([.album]) else { return }
        collections = collections.filter { gone.contains($0.key) }
        for node in tree.nodes where node.isMade { collections[node.id] = node.name }
    }

    /// The names of the first few of a list.
    mutating func names(of list: ChangeList, atMost count: Int) async -> [ObjectID: String] {
        guard list.noun == "photo" else { return collections }
        let assets = list.ids.prefix(count).map { AssetID(uuid: $0.uuid) }
        let request = FetchRequest.assets(withIdentifiers: assets).includingHidden.includingTrashed.reading([.filename])
        if photos.count > ThingNames.mostPhotos { photos = [:] }
        for asset in (try? await library.all(request)) ?? [] { photos[ObjectID(asset.id)] = asset.filename }
        return photos
    }
}
