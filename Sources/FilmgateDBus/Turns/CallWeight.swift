/// What the arguments of calls take in memory.
struct CallWeight: Hashable, Sendable {
    var elements = 0
    var bytes = 0

    static func + (left: CallWeight, right: CallWeight) -> CallWeight {
        CallWeight(elements: left.elements + right.elements, bytes: left.bytes + right.bytes)
    }

    static func - (left: CallWeight, right: CallWeight) -> CallWeight {
        CallWeight(elements: left.elements - right.elements, bytes: left.bytes - right.bytes)
    }

    /// Whether it is no more than four of the largest calls.
    func isBearable(under limits: ServiceLimits) -> Bool {
        elements <= 4 * limits.arguments.elements && bytes <= 4 * limits.arguments.bytes
    }
}
