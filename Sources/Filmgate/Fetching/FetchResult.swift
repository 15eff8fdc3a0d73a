internal import FilmgateModel
internal import FilmgateWire

/// The assets that a fetch found: an asynchronous sequence that reads itself page by page.
///
/// Membership and order are those of the moment of the fetch, values those of the moment of reading. The broker keeps
/// the result until it is closed, which `close`, the last reference to it and the end of the connection do.
public final class FetchResult: AsyncSequence, Sendable {
    public typealias Element = Asset

    /// How many assets there are.
    public let count: Int
    private let object: ResultObject
    private let properties: Set<AssetProperty>

    init(_ object: ResultObject, count: Int, properties: Set<AssetProperty>) {
        self.object = object
        self.count = count
        self.properties = properties
    }

    deinit {
        let object = object
        Task { try? await object.close() }
    }

    /// Assets from an offset on, fewer at the end and none beyond it.
    ///
    /// - Throws: `PhotoLibraryError`; `accessDenied` while the result holds anything that may no longer be seen.
    public func assets(from offset: Int, count: Int) async throws(PhotoLibraryError) -> [Asset] {
        guard offset >= 0, count > 0, offset < self.count else { return [] }
        let count = UInt32(clamping: Swift.min(count, self.count - offset))
        return try await object.read(UInt32(clamping: offset), count, PropertyNames(properties))
    }

    /// Where an asset stands in the result; nil where it does not.
    public func index(of asset: AssetID) async throws(PhotoLibraryError) -> Int? {
        try await object.index(of: asset)
    }

    /// Has the broker forget the result; reading it is an error from then on.
    public func close() async throws(PhotoLibraryError) { try await object.close() }

    public func makeAsyncIterator() -> Iterator { Iterator(self) }

    public struct Iterator: AsyncIteratorProtocol {
        /// As many rows as make one call cheap beside what they carry.
        private static let usualPage = 250

        private let result: FetchResult
        private var page: ArraySlice<Asset> = []
        private var offset = 0
        private var pageSize = Iterator.usualPage

        init(_ result: FetchResult) { self.result = result }

        public mutating func next() async throws(PhotoLibraryError) -> Asset? {
            if page.isEmpty { page = try await nextPage()[...] }
            return page.popFirst()
        }

        public mutating func next(isolation: isolated (any Actor)?) async throws(PhotoLibraryError) -> Asset? {
            try await next()
        }

        /// Long captions can make a page larger than a reply may be: then fewer rows are asked for.
        private mutating func nextPage() async throws(PhotoLibraryError) -> [Asset] {
            while true {
                do {
                    let assets = try await result.assets(from: offset, count: pageSize)
                    offset += assets.count
                    return assets
                } catch .limitsExceeded where pageSize > 1 {
                    pageSize /= 2
                }
            }
        }
    }
}
