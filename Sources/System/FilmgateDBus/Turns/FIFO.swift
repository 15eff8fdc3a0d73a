/// A first-in, first-out queue. Taking the first element takes constant time.
struct FIFO<Element> {
    private var elements: [Element] = []
    /// The number of elements that have been taken.
    private var taken = 0

    mutating func append(_ element: Element) { elements.append(element) }

    mutating func popFirst() -> Element? {
        guard taken < elements.count else { return nil }
        let element = elements[taken]
        taken += 1
        // The memory of taken elements is freed from time to time, not at each step.
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
