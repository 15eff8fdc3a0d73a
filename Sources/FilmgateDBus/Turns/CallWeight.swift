/// The memory that the arguments of calls take.
struct CallWeight: Hashable, Sendable {
    var elements = 0
    var bytes = 0

    static func + (left: CallWeight, right: CallWeight) -> CallWeight {
        CallWeight(elements: left.elements + right.elements, bytes: left.bytes + right.bytes)
    }

    static func - (left: CallWeight, right: CallWeight) -> CallWeight {
        CallWeight(elements: left.elements - right.elements, bytes: left.bytes - right.bytes)
    }

    /// Returns whether it is no more than four of the largest calls.
    func isBearable(under limits: ServiceLimits) -> Bool {
        elements <= 4 * limits.arguments.elements && bytes <= 4 * limits.arguments.bytes
    }
}
