/// The elements of a result as a collection, for lists on the screen that show only a part of the elements at a time.
///
/// A subscript cannot be asynchronous. If the page of an element is not loaded yet, the subscript reads the page and
/// **blocks the thread** for one round trip to the broker: usually a millisecond, at most the time limit of a call.
/// Elements that `load` has read are available at once. The collection caches the 4,000 elements accessed last, so that
/// scrolling costs one call per 250 rows. To read everything, use `snapshot()` or the asynchronous sequence.
///
/// A subscript cannot throw either. An element that can no longer be read, because access was revoked or the broker has
/// stopped, has a random identifier and no values; `failure` is the reason. After an `update` that changes the result,
/// the result has a new `elements` collection, and the old collection can read no further elements.
///
/// The connection runs on a thread of its own, so blocking another thread never blocks the connection.
public struct FetchedElements<Element: Fetchable>: RandomAccessCollection, Sendable {
    let pages: ResultPages<Element>

    init(_ pages: ResultPages<Element>) { self.pages = pages }

    public var startIndex: Int { 0 }
    public var endIndex: Int { pages.count }

    public subscript(index: Int) -> Element {
        precondition(indices.contains(index), "a result of \(pages.count) elements has no element \(index)")
        return pages.element(at: index) ?? Element(id: .random(), values: [:])
    }

    /// Reads the elements in a range, such as the rows that the person sees next. Accessing these elements then does
    /// not block.
    public func load(_ range: Range<Int>) async throws(PhotoLibraryError) {
        try await pages.load(range.clamped(to: indices))
    }

    /// The reason why the subscript's latest attempt to read a page failed; nil if the attempt succeeded.
    public var failure: PhotoLibraryError? { pages.failure }
}
