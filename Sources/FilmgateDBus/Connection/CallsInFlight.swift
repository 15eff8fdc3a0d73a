/// The calls of one connection that wait for something before they are answered.
struct CallsInFlight {
    private var tasks: [UInt64: (task: Task<Void, Never>, weight: Int)] = [:]
    /// How many values their arguments have, together.
    private var weight = 0

    var isEmpty: Bool { tasks.isEmpty }

    /// Whether one more may begin: not beyond their number, nor beyond four times the arguments of the largest call.
    func allow(_ weight: Int, under limits: ServiceLimits) -> Bool {
        tasks.count < limits.callsInFlight && self.weight + weight <= 4 * limits.arguments.elements
    }

    mutating func add(_ task: Task<Void, Never>, _ ticket: UInt64, weight: Int) {
        tasks[ticket] = (task, weight)
        self.weight += weight
    }

    mutating func remove(_ ticket: UInt64) {
        guard let call = tasks.removeValue(forKey: ticket) else { return }
        weight -= call.weight
    }

    func cancel() {
        for call in tasks.values { call.task.cancel() }
    }
}
