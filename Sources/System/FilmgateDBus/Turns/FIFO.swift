/// A first-in, first-out queue. Removing the first element takes amortized constant time.
struct FIFO<Element> {
    private var elements: [Element] = []
    /// The number of removed elements at the beginning of `elements`.
    private var taken = 0

    mutating func append(_ element: Element) { elements.append(element) }

    mutating func popFirst() -> Element? {
        guard taken < elements.count else { return nil }
        let element = elements[taken]
        taken += 1
        // Frees the memory of removed elements only occasionally.
        if taken == elements.count || taken >= 64 && taken * 2 >= elements.count {
            elements.removeFirst(taken)
            taken = 0
        }
        return element
    }

    mutating func removeAll(where isRemoved: (Element) -> Bool) {
        elements.removeFirst(taken)
        taken = 0
        elements.removeAll(where: isRemoved)
    }
}

extension FIFO: Sendable where Element: Sendable {}

extension FIFO: RandomAccessCollection, MutableCollection {
    var startIndex: Int { 0 }
    var endIndex: Int { elements.count - taken }

    subscript(index: Int) -> Element {
        get { elements[taken + index] }
        set { elements[taken + index] = newValue }
    }
}
