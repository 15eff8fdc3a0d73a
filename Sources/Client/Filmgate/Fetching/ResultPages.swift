import Synchronization

/// A cache of the most recently accessed pages of a result. Reads missing pages as long as the result is not updated.
final class ResultPages<Element: Fetchable>: Sendable {
    /// The number of rows in a page, so large that a call costs little per row.
    static var usualSize: Int { 250 }
    /// The maximum number of cached pages, enough for several screens.
    private static var maximumCount: Int { 16 }

    private struct Cache {
        var pages: [Int: [Element]] = [:]
        /// The numbers of the cached pages, the most recently accessed one last.
        var order: [Int] = []
        var failure: PhotoLibraryError?
        /// Whether the result was updated, so that the broker's rows no longer match these pages.
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
            if order.count > maximumCount { pages[order.removeFirst()] = nil }
        }
    }

    let count: Int
    private let object: FetchResultProxy
    private let properties: Set<Element.Property>
    private let cache = Mutex(Cache())

    init(_ object: FetchResultProxy, count: Int, properties: Set<Element.Property>) {
        self.object = object
        self.count = count
        self.properties = properties
    }

    /// The reason why the latest blocking read of a page failed; nil if the read succeeded.
    var failure: PhotoLibraryError? { cache.withLock { $0.failure } }

    /// Prevents the reading of further pages, because the broker's rows no longer match these pages.
    func endReading() { cache.withLock { $0.isOutdated = true } }

    /// Returns the element at an index below `count`. Blocks the thread if the element's page must be read.
    func element(at index: Int) -> Element? {
        let number = index / Self.usualSize
        let page = cache.withLock { $0.page(number) } ?? waitForPage(number)
        let place = index % Self.usualSize
        return page.indices.contains(place) ? page[place] : nil
    }

    /// Reads the pages of a range that are not cached.
    func load(_ range: Range<Int>) async throws(PhotoLibraryError) {
        guard let last = range.last else { return }
        for number in range.lowerBound / Self.usualSize...last / Self.usualSize
        where cache.withLock({ $0.page(number) }) == nil { _ = try await read(number) }
    }

    private func waitForPage(_ number: Int) -> [Element] {
        let outcome = object.connection.wait { [self] () -> Result<[Element], PhotoLibraryError> in
            do throws(PhotoLibraryError) { return .success(try await read(number)) } catch { return .failure(error) }
        }
        return cache.withLock { cache in
            switch outcome {
            case .success(let page):
                cache.failure = nil
                return page
            case .failure(let error):
                cache.failure = error
                return []
            }
        }
    }

    /// Reads and caches a page, unless the page is already cached.
    private func read(_ number: Int) async throws(PhotoLibraryError) -> [Element] {
        let offset = number * Self.usualSize
        let keep = { (page: [Element]) in self.cache.withLock { $0.put(page, number) } }
        return try await object.unmoved(keep: keep) { () async throws(PhotoLibraryError) in
            if let page = cache.withLock({ $0.page(number) }) { return page }
            guard !cache.withLock({ $0.isOutdated }) else { throw ResultPages.outdated }
            return try await read(offset, min(Self.usualSize, count - offset))
        }
    }

    private static var outdated: PhotoLibraryError {
        .invalidArgument("The result was updated after these elements were taken from it; use its new elements.")
    }

    /// Reads `size` elements, beginning at an offset. If long values make the elements too large for one reply, reads
    /// them in parts.
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
