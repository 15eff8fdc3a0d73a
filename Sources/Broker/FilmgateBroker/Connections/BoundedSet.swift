/// A set that removes all its elements when the next element would exceed the limit.
struct BoundedSet<Element: Hashable> {
    private var elements: Set<Element> = []
    private static var limit: Int { 4_096 }

    func contains(_ element: Element) -> Bool { elements.contains(element) }

    mutating func insert(_ element: Element) {
        if elements.count >= Self.limit { elements = [] }
        elements.insert(element)
    }
}
