/// What a command takes beside its options.
struct Operand: Hashable, Sendable {
    enum Count: Hashable, Sendable {
        case one, optional, any, atLeastOne
    }

    /// In capitals, as usage shows it.
    let name: String
    let count: Count
    /// A sentence without its full stop.
    let help: String
    /// What a shell offers here.
    let completion: Completion
    /// Whether it is taken as the kernel handed it over, UTF-8 or not.
    let isPath: Bool

    init(
        _ name: String, count: Count = .one, completion: Completion = .nothing, isPath: Bool = false, _ help: String
    ) {
        self.isPath = isPath
        self.name = name
        self.count = count
        self.completion = completion
        self.help = help
    }

    var usage: String {
        switch count {
        case .one: name
        case .optional: "[\(name)]"
        case .any: "[\(name)…]"
        case .atLeastOne: "\(name)…"
        }
    }
}

extension [Operand] {
    /// Which of them the word of that number is, of so many: one that may stand several times takes what the others leave.
    func operand(at index: Int, of total: Int) -> Operand {
        guard let repeated = firstIndex(where: { $0.count == .any || $0.count == .atLeastOne }) else {
            return self[Swift.min(index, count - 1)]
        }
        if index < repeated { return self[index] }
        return self[Swift.max(repeated, count - (total - index))]
    }

    var fewest: Int { count { $0.count == .one || $0.count == .atLeastOne } }

    /// Nil: as many as one likes.
    var most: Int? { contains { $0.count == .any || $0.count == .atLeastOne } ? nil : count }
}
