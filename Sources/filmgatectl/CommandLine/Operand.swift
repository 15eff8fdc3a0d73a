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

    init(_ name: String, count: Count = .one, completion: Completion = .nothing, _ help: String) {
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
    var fewest: Int { count { $0.count == .one || $0.count == .atLeastOne } }

    /// Nil: as many as one likes.
    var most: Int? { contains { $0.count == .any || $0.count == .atLeastOne } ? nil : count }
}
