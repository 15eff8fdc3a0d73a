public import FilmgateModel
import Synchronization

/// The result of a fetch, as an asynchronous sequence that reads page by page.
///
/// There are three ways to read it:
///
/// - `for try await asset in result` reads each page when the page's first element is requested, and throws errors;
/// - `elements` is a random-access collection for lists on the screen. Like PhotoKit's `PHFetchResult`, it reads the
///   page of an accessed element, and blocks the caller until the page has arrived;
/// - `snapshot()` reads everything at once, for programs that use all elements.
///
/// The set and the order of the elements are those of the fetch or of the last `update`. Values are read when an
/// element is read. The broker holds the result until `close` is called, the result and its `elements` are released, or
/// the connection ends.
public final class FetchResult<Element: Fetchable>: AsyncSequence, Sendable {
    /// The number of elements.
    public var count: Int { elements.count }
    /// The elements as a collection that reads elements when they are accessed.
    public var elements: FetchedElements<Element> { current.withLock { $0.elements } }

    let link: BrokerLink
    private let request: FetchRequest<Element>
    private let current: Mutex<Content>

    private struct Content: Sendable {
        let object: FetchResultProxy
        var elements: FetchedElements<Element>

        init(_ object: FetchResultProxy, count: Int, properties: Set<Element.Property>) {
            self.object = object
            elements = FetchedElements(ResultPages(object, count: count, properties: properties))
        }

        /// Replaces the elements with the elements of the new order. Elements of the old order that were not read can
        /// no longer be read.
        mutating func moveOn(to count: Int, _ properties: Set<Element.Property>) {
            elements.pages.endReading()
            self = Content(object, count: count, properties: properties)
        }
    }

    private var object: FetchResultProxy { current.withLock { $0.object } }
    private var properties: Set<Element.Property> { request.properties }

    init(_ request: FetchRequest<Element>, _ link: BrokerLink) async throws(PhotoLibraryError) {
        let (object, count) = try await link.find(request)
        self.request = request
        self.link = link
        current = Mutex(Content(object, count: count, properties: request.properties))
    }

    /// Runs the fetch again, updates the result, and returns the difference.
    /// `org.filmgate.FetchResult1.Update`.
    ///
    ///     let difference = try await result.update()
    ///     if difference.isIncremental { rows.apply(difference) } else { rows.reload() }
    ///
    /// Removes elements that this app may no longer see. Afterwards, all remaining elements can be read. Concurrent
    /// calls run in order, and each starts from the result of the previous call. If a call throws, the result does not
    /// change.
    /// - Throws: the errors of `fetch`.
    public func update() async throws(PhotoLibraryError) -> FetchDifference {
        let object = object
        let difference = try await object.update(from: { [self] in count(of: object) }) { [self] difference in
            current.withLock { content in
                if content.object === object { content.moveOn(to: difference.count, properties) }
            }
        }
        // If `object` was replaced in the meantime, the difference does not apply to the new object.
        return count(of: object) == nil ? .reload(count: count) : difference
    }

    /// Returns the number of elements, or nil if a different object has replaced `object`.
    private func count(of object: FetchResultProxy) -> Int? {
        current.withLock { $0.object === object ? $0.elements.count : nil }
    }

    /// Runs the fetch again, after the broker has released the result.
    func refetch() async throws(PhotoLibraryError) -> FetchDifference {
        let (object, count) = try await link.find(request)
        current.withLock { content in
            content.elements.pages.endReading()
            content = Content(object, count: count, properties: properties)
        }
        return .reload(count: count)
    }

    /// Removes all elements after this app has lost the right to read.
    ///
    /// - Returns: the difference; nil if the result was already empty.
    func empty() -> FetchDifference? {
        current.withLock { content in
            guard content.elements.count > 0 else { return nil }
            // Prevents the old pages from reading further elements.
            content.elements.pages.endReading()
            content = Content(content.object.abandoned, count: 0, properties: properties)
            return .reload(count: 0)
        }
    }

    /// Returns up to `count` elements, beginning at `offset`; fewer near the end of the result, and none after its end.
    ///
    /// - Throws: `limitsExceeded` for more than 1,000 elements or more data than fits into a reply; `accessDenied`.
    public func elements(from offset: Int, count: Int) async throws(PhotoLibraryError) -> [Element] {
        guard offset >= 0, count > 0, offset < self.count else { return [] }
        let count = UInt32(clamping: Swift.min(count, self.count - offset))
        return try await object.read(Element.self, UInt32(clamping: offset), count, properties)
    }

    /// Reads all elements at once, with their current values. `org.filmgate.FetchResult1.Snapshot`.
    ///
    /// - Throws: `limitsExceeded` if the values exceed the broker's limit for one file. In that case, read fewer
    ///   properties.
    public func snapshot() async throws(PhotoLibraryError) -> FetchSnapshot<Element> {
        FetchSnapshot(try await object.snapshot(properties), properties)
    }

    /// Returns the index of an element, or nil if the result does not contain the element.
    public func index(of id: Element.ID) async throws(PhotoLibraryError) -> Int? {
        try await object.index(of: id)
    }

    /// Closes the result in the broker. Reading the result afterwards is an error.
    public func close() async throws(PhotoLibraryError) { try await object.close() }

    /// Returns an iterator that reads by index. After an update, it continues at the same index in the new order.
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

        /// Reads the next page. If long values make the page too large for a reply, reads fewer rows.
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
