internal import Synchronization

/// The pages of a result that were read, the last ones looked at, and the way to the others, until the result moves on.
final class ResultPages<Element: Fetchable>: Sendable {
    /// As many rows as make one call cheap beside what they carry.
    static var usualSize: Int { 250 }
    /// Some screens full, whatever the size of the result.
    private static var most: Int { 16 }

    private struct Shelf {
        var pages: [Int: [Element]] = [:]
        /// The last one looked at stands last.
        var order: [Int] = []
        var failure: PhotoLibraryError?
        /// Whether the broker's rows are others now.
        var isOutdated = false

        mutating func page(_ number: Int) -> [Element]? {
            guard let page = pages[number] else { return nil }
            if order.last != number {
                order.removeAll { $0 == number }
                order.append(number)
            }
            return page
        }

        mutating func put(_ page: [Element], _ number: Int) {
            if pages.updateValue(page, forKey: number) == nil { order.append(number) }
            if order.count > most { pages[order.removeFirst()] = nil }
        }
    }

    let count: Int
    private let object: ResultObject
    private let properties: Set<Element.Property>
    private let shelf = Mutex(Shelf())

    init(_ object: ResultObject, count: Int, properties: Set<Element.Property>) {
        self.object = object
        self.count = count
        self.properties = properties
    }

    /// Why the last page that was looked at could not be read.
    var failure: PhotoLibraryError? { shelf.withLock { $0.failure } }

    /// Has nothing more read: what is not there yet belongs to an order that the broker holds no longer.
    func endReading() { shelf.withLock { $0.isOutdated = true } }

    /// The element at an index below `count`; the thread waits where its page is not there yet.
    func element(at index: Int) -> Element? {
        let number = index / Self.usualSize
        let page = shelf.withLock { $0.page(number) } ?? waitForPage(number)
        let place = index % Self.usualSize
        return page.indices.contains(place) ? page[place] : nil
    }

    /// Reads the pages that hold a range, unless they are there.
    func load(_ range: Range<Int>) async throws(PhotoLibraryError) {
        guard let last = range.last else { return }
        for number in range.lowerBound / Self.usualSize...last / Self.usualSize
        where shelf.withLock({ $0.page(number) }) == nil {
            let page = try await read(number)
            shelf.withLock { $0.put(page, number) }
        }
    }

    private func waitForPage(_ number: Int) -> [Element] {
        let outcome = object.connection.wait { [self] () -> Result<[Element], PhotoLibraryError> in
            do throws(PhotoLibraryError) { return .success(try await read(number)) } catch { return .failure(error) }
        }
        return shelf.withLock { shelf in
            switch outcome {
            case .success(let page):
                shelf.put(page, number)
                shelf.failure = nil
                return page
            case .failure(let error):
                shelf.failure = error
                return []
            }
        }
    }

    private func read(_ number: Int) async throws(PhotoLibraryError) -> [Element] {
        let offset = number * Self.usualSize
        return try await object.unmoved { () async throws(PhotoLibraryError) in
            guard !shelf.withLock({ $0.isOutdated }) else { throw ResultPages.outdated }
            return try await read(offset, min(Self.usualSize, count - offset))
        }
    }

    private static var outdated: PhotoLibraryError {
        .invalidArgument("The result has moved on since these elements were taken from it; take its elements anew.")
    }

    /// Long captions can make a page larger than a reply may be: then it is read in parts.
    private func read(_ offset: Int, _ size: Int) async throws(PhotoLibraryError) -> [Element] {
        do throws(PhotoLibraryError) {
            return try await object.read(Element.self, UInt32(clamping: offset), UInt32(clamping: size), properties)
        } catch {
            guard case .limitsExceeded = error, size > 1 else { throw error }
            let half = size / 2
            return try await read(offset, half) + read(offset + half, size - half)
        }
    }
}
