/// The elements of a result as a collection, for whoever shows a part of them at a time: a list on the screen, whatever its length.
///
/// A subscript cannot be awaited. Where the page that is looked at is not there yet, it is read, and **the thread waits for
/// it**: for one round trip to the broker, usually a millisecond, at most as long as a call may take. What was `load`ed before
/// is there at once. The last four thousand elements that were looked at are kept, so that scrolling costs one
/// call for 250 rows; who goes through everything takes `snapshot()` or the asynchronous sequence.
///
/// Nor can a subscript throw. An element that cannot be read any more, because access was taken back or the broker is gone,
/// is one with an identifier that nothing has and without values; `failure` says why. So it is once the result has moved on by
/// `update`: what was read stays, what was not belongs to an order that is no more, and the result has other elements.
///
/// The connection lives on a thread of its own and needs no other one, so that waiting for it never blocks it.
public struct FetchedElements<Element: Fetchable>: RandomAccessCollection, Sendable {
    let pages: ResultPages<Element>

    init(_ pages: ResultPages<Element>) { self.pages = pages }

    public var startIndex: Int { 0 }
    public var endIndex: Int { pages.count }

    public subscript(index: Int) -> Element {
        precondition(indices.contains(index), "a result of \(pages.count) elements has no element \(index)")
        return pages.element(at: index) ?? Element(id: .random(), values: [:])
    }

    /// Reads what a range holds, so that nobody waits for it: the rows that will be seen next.
    public func load(_ range: Range<Int>) async throws(PhotoLibraryError) {
        try await pages.load(range.clamped(to: indices))
    }

    /// Why the last page that somebody waited for could not be read; nil where it could.
    public var failure: PhotoLibraryError? { pages.failure }
}
