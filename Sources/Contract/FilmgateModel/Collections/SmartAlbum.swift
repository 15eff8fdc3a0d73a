/// An album whose assets a condition selects. The store creates the album's database index from these values.
public struct SmartAlbum: Hashable, Sendable {
    public let subtype: String
    public let id: ObjectID
    public let title: String
    public let membership: Membership
    /// The order of the album, unless a query specifies one. Empty means the newest creation date first.
    public let order: [AssetQuery.Order]
    /// Whether the album has its own database index for listing and counting.
    public let isIndexed: Bool

    public enum Membership: Hashable, Sendable {
        case matching(Predicate<AssetProperty>)
        case addedWithin(days: Int64)
        /// The assets of the import that began last.
        case lastImport
        /// The hidden assets that are not in the trash.
        case hidden
        case trash
    }

    private init(
        _ subtype: String, _ id: String, _ title: String, _ membership: Membership, order: [AssetQuery.Order] = [],
        isIndexed: Bool = true
    ) {
        self.subtype = subtype
        self.id = SmartAlbum.fixed(id)
        self.title = title
        self.membership = membership
        self.order = order
        self.isIndexed = isIndexed
    }

    private init(_ subtype: String, _ id: String, _ title: String, kind: MediaSubtype) {
        self.init(subtype, id, title, .matching(.contains(.subtypes, kind.rawValue)))
    }

    /// The subtype of the smart albums that clients create. Each of these albums has its own rule.
    public static let custom = "custom"

    /// The built-in smart albums, in the order in which they are listed.
    public static let all = [
        SmartAlbum(
            "all", "0b6b2b5c-4e0c-4f0e-9d57-4a1b5e6f0c01", "All photos", .matching(.constant(true)), isIndexed: false),
        SmartAlbum(
            "recently-added", "7f0d4c0e-9b1a-4a53-8c55-1d2f6b3e9a02", "Recently added", .addedWithin(days: 30),
            order: newestAdditions),
        SmartAlbum(
            "favorites", "c2a1e8d4-6f37-4b8e-a2c9-5e7d1b4f8a03", "Favorites", .matching(.isTrue(.favorite))),
        SmartAlbum(
            "videos", "5d9f3b72-1c84-4e6a-b7d0-8f2a6c4e1b04", "Videos",
            .matching(.compares(.mediaType, .equal, .text(MediaType.video.rawValue)))),
        SmartAlbum("panoramas", "e1b7a9c3-8d52-4f1b-9e46-3c6d0a8b5f05", "Panoramas", kind: .panorama),
        SmartAlbum("screenshots", "3a8c6e1f-7b94-4d2c-8f13-6a5e9d0c7b06", "Screenshots", kind: .screenshot),
        SmartAlbum("live", "9e4d2a7b-5f61-4c3d-a8b2-0d7f4e6c1a07", "Live photos", kind: .live),
        SmartAlbum("animated", "6b1f8d3c-2a79-4e5f-b4c6-7e9a3d5b0f08", "Animations", kind: .animated),
        SmartAlbum("raw", "d7e5c9a1-4b38-4a6e-9d2f-1b8c6f0e3a09", "RAW", kind: .raw),
        SmartAlbum("bursts", "b4d18e6c-0a75-4f39-8c2d-5e9f7a1b3c14", "Bursts", kind: .burst),
        SmartAlbum("depth", "5c7e2f90-d3a8-4b16-9f4e-8d0b6a3c7e15", "Depth", kind: .depth),
        SmartAlbum("slow-motion", "a93f6d1b-7c24-4e8a-b5d0-2f8c9e4a6d16", "Slow motion", kind: .slowMotion),
        SmartAlbum("time-lapse", "1d8b4c7e-5f96-4a2b-83c7-6e0a9d5f2b17", "Time lapses", kind: .timeLapse),
        SmartAlbum("hidden", "2c9b7f5e-6d40-4b7a-8e1c-9f3d5a7b6c10", "Hidden", .hidden),
        SmartAlbum(
            "trash", "8f3e1d6a-9c57-4d8b-a5e0-4b6c2f9d7e11", "Trash", .trash,
            order: newest(.trashedDate)),
        SmartAlbum(
            "last-import", "4a6d0c8e-3f12-4e9c-b6a7-5d1f8b3e0c12", "Last import", .lastImport, order: newestAdditions),
    ]

    /// The folder that contains the smart albums.
    public static let folder = PhotoCollection(
        id: fixed("1e7a5c3b-9d86-4f2e-8b0a-6c4d2e0f8a13"), title: "Smart albums", type: .smart,
        estimatedCount: UInt32(all.count), count: UInt32(all.count))

    private static let newestAdditions = newest(.addedDate)

    private static func newest(_ property: AssetProperty) -> [AssetQuery.Order] {
        [
            AssetQuery.Order(by: property, ascending: false),
            AssetQuery.Order(by: .creationDate, ascending: false),
        ]
    }

    private static func fixed(_ text: String) -> ObjectID {
        guard let id = ObjectID(text) else { preconditionFailure("\(text) is no identifier") }
        return id
    }

    public static func with(_ id: ObjectID) -> SmartAlbum? { byID[id] }

    private static let byID = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })
}
