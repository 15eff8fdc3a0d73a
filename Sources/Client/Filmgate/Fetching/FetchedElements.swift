/// The elements of a result as a collection, to show a part of them at a time: a list on the screen of any length.
///
/// A subscript cannot be asynchronous. If the page of an element is not loaded yet, the subscript reads it and **blocks
/// the thread** for one round trip to the broker: usually a millisecond, at most the time limit of a call. Elements
/// that `load` has read are available at once. The last four thousand accessed elements are kept, so that scrolling
/// costs one call per 250 rows; to read everything, use `snapshot()` or the asynchronous sequence.
///
/// A subscript cannot throw either. An element that can no longer be read, because access was revoked or the broker is
/// gone, has a unique identifier and no values; `failure` is the reason. The same applies once `update` has changed the
/// result: elements that were read stay, the others belong to the old order, and the result has new `elements`.
///
/// The connection has its own thread and needs no other, so blocking a thread never blocks the connection.
public struct FetchedElements<Element: Fetchable>: RandomAccessCollection, Sendable {
    let pages: ResultPages<Element>

    init(_ pages: ResultPages<Element>) { self.pages = pages }

    public var startIndex: Int { 0 }
    public var endIndex: Int { pages.count }

    public subscript(index: Int) -> Element {
        precondition(indices.contains(index), "a result of \(pages.count) elements has no element \(index)")
        return pages.element(at: index) ?? Element(id: .random(), values: [:])
    }

    /// Reads the elements in a range, such as the rows that will be seen next, so that accessing them does not block.
    public func load(_ range: Range<Int>) async throws(PhotoLibraryError) {
        try await pages.load(range.clamped(to: indices))
    }

    /// Why the last page that the subscript needed could not be read; nil if it could.
    public var failure: PhotoLibraryError? { pages.failure }
}
