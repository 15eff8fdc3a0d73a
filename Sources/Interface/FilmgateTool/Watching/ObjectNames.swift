import Filmgate
import FilmgateLibraryTools

/// The names of photos, albums and folders, as far as they can be read.
struct ObjectNames {
    private let library: PhotoLibrary
    /// The names of albums and folders, which include the folders above them.
    private var collections: [ObjectID: String] = [:]
    /// The names of photos in earlier changes, which are needed when the photos are deleted.
    private var photos: [ObjectID: String] = [:]

    private static let mostPhotos = 10_000

    init(_ library: PhotoLibrary) { self.library = library }

    /// Reads the names of albums and folders.
    ///
    /// - Parameter gone: deleted objects whose names are still needed.
    mutating func learn(keeping gone: [ObjectID] = []) async {
        // On an error, keeps the known names. A line without a name shows the identifier.
        guard let tree = try? await library.collectionTree([.album]) else { return }
        collections = collections.filter { gone.contains($0.key) }
        for node in tree.nodes where node.isMade { collections[node.id] = node.name }
    }

    /// Returns the known names, including the names of the first objects of a list.
    mutating func names(of list: ChangeList, atMost count: Int) async -> [ObjectID: String] {
        guard list.object == .photo else { return collections }
        let assets = list.ids.prefix(count).map { AssetID(uuid: $0.uuid) }
        let request = FetchRequest.assets(withIdentifiers: assets).includingHidden.includingTrashed.reading([.filename])
        if photos.count > ObjectNames.mostPhotos { photos = [:] }
        // On an error, the name is unknown, and the line shows the identifier instead.
        for asset in (try? await library.all(request)) ?? [] { photos[ObjectID(asset.id)] = asset.filename }
        return photos
    }
}
