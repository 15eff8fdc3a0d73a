/// The calls that are being answered, by connection, with totals for each quota group (connections that share limits).
struct CallsInFlight {
    private struct RunningCall {
        let task: Task<Void, Never>
        let weight: CallWeight
        let quotaGroup: String
    }

    private struct Totals {
        var calls = 0
        var weight = CallWeight()
    }

    private var flights: [BusName: [UInt64: RunningCall]] = [:]
    private var tallies: [String: Totals] = [:]
    private var count = 0

    var isEmpty: Bool { flights.isEmpty }

    /// Returns whether one more call may start. Besides the limit for a connection, a quota group may use at most half
    /// of the room that other groups leave, but always `alwaysLeft` calls. The weight of its calls is limited, too.
    func allow(
        _ weight: CallWeight, from sender: BusName, of quotaGroup: (BusName) -> String, under limits: ServiceLimits
    ) -> Bool {
        guard count > 0 else { return weight.isBearable(under: limits) }
        guard (flights[sender]?.count ?? 0) < limits.callsInFlight else { return false }
        let own = tallies[quotaGroup(sender)] ?? Totals()
        let share = max(Self.alwaysLeft, (limits.callsOfAll - (count - own.calls)) / 2)
        return own.calls < share && (own.weight + weight).isBearable(under: limits)
    }

    /// The number of concurrent calls that a quota group may always have.
    private static let alwaysLeft = 8

    mutating func add(
        _ task: Task<Void, Never>, _ ticket: UInt64, from sender: BusName, of quotaGroup: String, weight: CallWeight
    ) {
        flights[sender, default: [:]][ticket] = RunningCall(task: task, weight: weight, quotaGroup: quotaGroup)
        tallies[quotaGroup, default: Totals()].calls += 1
        tallies[quotaGroup, default: Totals()].weight = (tallies[quotaGroup]?.weight ?? CallWeight()) + weight
        count += 1
    }

    mutating func remove(_ ticket: UInt64, from sender: BusName) {
        guard let flight = flights[sender]?.removeValue(forKey: ticket) else { return }
        if flights[sender]?.isEmpty == true { flights[sender] = nil }
        settle(flight)
    }

    mutating func cancel(_ sender: BusName) {
        for flight in (flights.removeValue(forKey: sender) ?? [:]).values {
            flight.task.cancel()
            settle(flight)
        }
    }

    /// Cancels all calls. Cancelled calls count until they have ended.
    func cancelAll() { for task in tasks { task.cancel() } }

    var tasks: [Task<Void, Never>] { flights.values.flatMap { $0.values.map(\.task) } }

    private mutating func settle(_ flight: RunningCall) {
        count -= 1
        guard var tally = tallies[flight.quotaGroup] else { return }
        tally.calls -= 1
        tally.weight = tally.weight - flight.weight
        tallies[flight.quotaGroup] = tally.calls == 0 ? nil : tally
    }
}

/// The numbers of values, and of bytes in strings and byte arrays, in the decoded arguments of calls.
struct CallWeight: Hashable, Sendable {
    var elements = 0
    var bytes = 0

    static func + (left: CallWeight, right: CallWeight) -> CallWeight {
        CallWeight(elements: left.elements + right.elements, bytes: left.bytes + right.bytes)
    }

    static func - (left: CallWeight, right: CallWeight) -> CallWeight {
        CallWeight(elements: left.elements - right.elements, bytes: left.bytes - right.bytes)
    }

    /// Returns whether both numbers are at most four times the limit for one call.
    func isBearable(under limits: ServiceLimits) -> Bool {
        elements <= 4 * limits.arguments.elements && bytes <= 4 * limits.arguments.bytes
    }
}
