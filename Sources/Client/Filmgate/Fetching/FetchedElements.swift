/// The elements of a result as a collection, for lists of any length on the screen, which show a part of it at a time.
///
/// A subscript cannot be asynchronous. If the page of an element is not loaded yet, the subscript reads it and **blocks
/// the thread** for one round trip to the broker: usually a millisecond, at most the time limit of a call. Elements
/// that `load` has read are available at once. The last four thousand accessed elements are kept, so that scrolling
/// costs one call per 250 rows; to read everything, use `snapshot()` or the asynchronous sequence.
///
/// A subscript cannot throw either. An element that can no longer be read, because access was revoked or the broker is
/// gone, has a unique identifier and no values; `failure` is the reason. After `update` has changed the result, the
/// result has a new `elements` collection. This old collection keeps the elements that were read; the others can no
/// longer be read.
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

    /// Reads the elements in a range, such as the rows that the person sees next, so that accessing these elements does
    /// not block.
    public func load(_ range: Range<Int>) async throws(PhotoLibraryError) {
        try await pages.load(range.clamped(to: indices))
    }

    /// The reason why the last page that the subscript needed could not be read; nil if the page was read.
    public var failure: PhotoLibraryError? { pages.failure }
}
