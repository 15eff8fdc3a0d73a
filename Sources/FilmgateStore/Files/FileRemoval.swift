internal import FilmgateSystem

/// Removes stored files whose rows are gone, on a queue of its own: a slow disk holds up whoever purges and nobody else.
actor FileRemoval {
    private let queue = SerialQueue(named: "removal")
    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    func remove(_ visibilityEpoch: FileDeletions) { visibilityEpoch.remove() }
}
