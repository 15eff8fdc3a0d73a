public import FilmgateModel
internal import Synchronization

/// What a fetch found: an asynchronous sequence that reads itself page by page.
///
/// Three ways lead through it:
///
/// - `for try await asset in result` reads on as far as its elements are asked for, and throws what goes wrong;
/// - `elements` is a random-access collection for lists on the screen, which reads the page that is looked at, as PhotoKit's
///   `PHFetchResult` does, and has its reader wait for it;
/// - `snapshot()` takes everything at once, for programs that go through all of it.
///
/// Membership and order are those of the moment of the fetch, or of the last `update`, values those of the moment of reading. The
/// broker keeps the result until it is closed, which `close` does, the last reference to it or to its `elements`, and the end of the connection.
public final class FetchResult<Element: Fetchable>: AsyncSequence, Sendable {
    /// How many there are.
    public var count: Int { elements.count }
    /// The same as a collection whose elements are read when they are looked at.
    public var elements: FetchedElements<Element> { current.withLock { $0.elements } }

    let link: BrokerLink
    private let request: FetchRequest<Element>
    private let current: Mutex<Content>

    /// What was fetched, or came of it.
    private struct Content: Sendable {
        let object: ResultObject
        var elements: FetchedElements<Element>

        init(_ object: ResultObject, count: Int, properties: Set<Element.Property>) {
            self.object = object
            elements = FetchedElements(ResultPages(object, count: count, properties: properties))
        }

        /// Has what was not read of the order before belong to the past.
        mutating func moveOn(to count: Int, _ properties: Set<Element.Property>) {
            elements.pages.endReading()
            self = Content(object, count: count, properties: properties)
        }
    }

    private var object: ResultObject { current.withLock { $0.object } }
    private var properties: Set<Element.Property> { request.properties }

    init(_ request: FetchRequest<Element>, _ link: BrokerLink) async throws(PhotoLibraryError) {
        let (object, count) = try await link.find(request)
        self.request = request
        self.link = link
        current = Mutex(Content(object, count: count, properties: request.properties))
    }

    /// Moves the result on to what its request finds now, and says how. `org.filmgate.FetchResult1.Update`.
    ///
    ///     let difference = try await result.update()
    ///     if difference.isIncremental { rows.apply(difference) } else { rows.reload() }
    ///
    /// What may be seen no more is removed; afterwards everything can be read again. Several at a time move it on one after the
    /// other, each from where the one before has led. Where it throws, the result stays what it was.
    /// - Throws: as `fetch`.
    public func update() async throws(PhotoLibraryError) -> FetchDifference {
        let object = object
        let difference = try await object.update(from: { [self] in count(of: object) }) { [self] difference in
            current.withLock { content in
                if content.object === object { content.moveOn(to: difference.count, properties) }
            }
        }
        // Another was fetched meanwhile, of which this says nothing.
        return count(of: object) == nil ? .reload(count: count) : difference
    }

    /// How many there are; nil where another object stands for the result.
    private func count(of object: ResultObject) -> Int? {
        current.withLock { $0.object === object ? $0.elements.count : nil }
    }

    /// Has the broker look for the same once more, where it has forgotten this.
    func fetchAnew() async throws(PhotoLibraryError) -> FetchDifference {
        let (object, count) = try await link.find(request)
        current.withLock { content in
            content.elements.pages.endReading()
            content = Content(object, count: count, properties: properties)
        }
        return .reload(count: count)
    }

    /// Nothing of it may be seen any more.
    ///
    /// - Returns: nil where nothing was.
    func empty() -> FetchDifference? {
        current.withLock { content in
            guard content.elements.count > 0 else { return nil }
            // What the broker may still answer about it leads nowhere from here.
            content.elements.pages.endReading()
            content = Content(content.object.abandoned, count: 0, properties: properties)
            return .reload(count: 0)
        }
    }

    /// Elements from an offset on, fewer at the end and none beyond it.
    ///
    /// - Throws: `PhotoLibraryError`; `accessDenied` while the result holds anything that may no longer be seen.
    public func elements(from offset: Int, count: Int) async throws(PhotoLibraryError) -> [Element] {
        guard offset >= 0, count > 0, offset < self.count else { return [] }
        let count = UInt32(clamping: Swift.min(count, self.count - offset))
        return try await object.read(Element.self, UInt32(clamping: offset), count, properties)
    }

    /// Everything at once, with the values of this moment. `org.filmgate.FetchResult1.Snapshot`.
    ///
    /// - Throws: `limitsExceeded` for more than the broker hands over in one file: ask for fewer properties then.
    public func snapshot() async throws(PhotoLibraryError) -> FetchSnapshot<Element> {
        FetchSnapshot(try await object.snapshot(properties), properties)
    }

    /// Where something stands in the result; nil where it does not.
    public func index(of id: Element.ID) async throws(PhotoLibraryError) -> Int? {
        try await object.index(of: id)
    }

    /// Has the broker forget the result; reading it is an error from then on.
    public func close() async throws(PhotoLibraryError) { try await object.close() }

    /// Reads the elements by their indexes: an update in the midst of it has it go on in the new order.
    public func makeAsyncIterator() -> Iterator { Iterator(self) }

    public struct Iterator: AsyncIteratorProtocol {
        private let result: FetchResult
        private var page: ArraySlice<Element> = []
        private var offset = 0
        private var pageSize = ResultPages<Element>.usualSize

        init(_ result: FetchResult) { self.result = result }

        public mutating func next() async throws(PhotoLibraryError) -> Element? {
            if page.isEmpty { page = try await nextPage()[...] }
            return page.popFirst()
        }

        public mutating func next(isolation: isolated (any Actor)?) async throws(PhotoLibraryError) -> Element? {
            try await next()
        }

        /// Long captions can make a page larger than a reply may be: then fewer rows are asked for.
        private mutating func nextPage() async throws(PhotoLibraryError) -> [Element] {
            while true {
                do {
                    let elements = try await result.elements(from: offset, count: pageSize)
                    offset += elements.count
                    return elements
                } catch .limitsExceeded where pageSize > 1 {
                    pageSize /= 2
                }
            }
        }
    }
}
