import FilmgateModel

/// The images that a connection requested in advance, in the order of its requests.
struct AnnouncedImages {
    struct Target: Hashable, Sendable {
        let asset: AssetID
        let specification: ImageSpecification
    }

    /// The targets in order. `next` has already returned the targets before the index `first`.
    private(set) var waiting: [Target] = []
    private var first = 0
    private var present: Set<Target> = []

    /// The maximum number of images in a connection's list.
    static let limit = 2_000

    /// Adds those images that are not in the list yet.
    ///
    /// - Returns: false if the list would become too long. Then nothing is added.
    mutating func add(_ targets: [Target]) -> Bool {
        let new = targets.filter { !present.contains($0) }
        guard present.count + new.count <= AnnouncedImages.limit else { return false }
        dropTaken()
        for target in new where present.insert(target).inserted { waiting.append(target) }
        return true
    }

    mutating func remove(_ targets: [Target]) {
        present.subtract(targets)
        dropTaken()
        waiting.removeAll { !present.contains($0) }
    }

    private mutating func dropTaken() {
        waiting.removeFirst(first)
        first = 0
    }

    /// Removes and returns the next image.
    mutating func next() -> Target? {
        guard first < waiting.count else {
            self = AnnouncedImages()
            return nil
        }
        defer { first += 1 }
        return present.remove(waiting[first])
    }
}
