import FilmgateDBus
import FilmgateModel
import FilmgateSystem
import FilmgateWire
import Synchronization

/// The D-Bus object of a fetch result, which can be used only on the connection that made the fetch. Deinitialization
/// closes the object.
final class FetchResultProxy: Sendable {
    let connection: BrokerConnection
    private let path: ObjectPath
    private let turns = Mutex(UpdateTurns())

    private struct UpdateTurns {
        var begun = 0
        /// A closure that waits until the last update has finished; nil before the first update.
        var last: (@Sendable () async -> Void)?
    }

    init(connection: BrokerConnection, path: ObjectPath) {
        self.connection = connection
        self.path = path
    }

    /// A new reference to the same D-Bus object, which does not wait for the updates of this reference.
    var abandoned: FetchResultProxy { FetchResultProxy(connection: connection, path: path) }

    deinit {
        let (connection, path) = (connection, path)
        Task { await connection.release(FetchResultInterface.close, at: path) }
    }

    func read<Element: Fetchable>(
        _ type: Element.Type, _ offset: UInt32, _ count: UInt32, _ properties: Set<Element.Property>
    ) async throws(PhotoLibraryError) -> [Element] {
        let arguments = MessageArguments(offset, count, FetchResultProxy.names(properties))
        let rows = try await call(FetchResultInterface.read, arguments).values
        var elements: [Element] = []
        elements.reserveCapacity(rows.count)
        for row in rows { elements.append(try FetchResultProxy.element(row.representation)) }
        return elements
    }

    /// Creates an element. Ignores unknown keys, because a newer broker may send more keys.
    private static func element<Element: Fetchable>(_ options: Options) throws(PhotoLibraryError) -> Element {
        guard let id = options["id"]?.value(as: String.self).flatMap({ Element.ID($0) }) else {
            throw .invalidReply("The broker returned an element without its identifier.")
        }
        var values: [Element.Property: PropertyValue] = [:]
        for (key, variant) in options {
            guard let property = Element.Property(rawValue: key), let value = PropertyValue(variant) else { continue }
            values[property] = value
        }
        return Element(id: id, values: values)
    }

    /// Reads all rows from one file that the broker writes.
    func snapshot<Property: RawRepresentable<String>>(
        _ properties: Set<Property>
    ) async throws(PhotoLibraryError) -> SnapshotTable {
        let arguments = MessageArguments(FetchResultProxy.names(properties), SnapshotRange())
        let (content, layout) = try await call(FetchResultInterface.snapshot, arguments, timeLimit: .unlimited).values
        do {
            let size = Int(clamping: try content.facts().size)
            return try SnapshotTable(try content.contents(upTo: size) ?? [], layout)
        } catch {
            throw PhotoLibraryError(error)
        }
    }

    func index(of id: some LocalIdentifier) async throws(PhotoLibraryError) -> Int? {
        let index = try await call(FetchResultInterface.indexOf, MessageArguments(ObjectIDText(ObjectID(id)))).values
        return index < 0 ? nil : Int(index)
    }

    func close() async throws(PhotoLibraryError) { _ = try await call(FetchResultInterface.close, MessageArguments()) }

    /// Returns the names of properties, always including `id`.
    private static func names<Property: RawRepresentable<String>>(_ properties: Set<Property>) -> [String] {
        ["id"] + properties.map(\.rawValue).filter { $0 != "id" }
    }

    private func call<In, Out>(
        _ row: ContractMethod<In, Out>, _ arguments: In, timeLimit: BrokerConnection.TimeLimit = .usual
    ) async throws(PhotoLibraryError) -> Out {
        try await connection.call(row, at: path, arguments, timeLimit: timeLimit)
    }
}

// MARK: Updating

extension FetchResultProxy {
    /// Updates the broker's object, after all earlier updates have finished. Cancelling the caller does not stop the
    /// update.
    ///
    /// - Parameters:
    ///   - count: returns the previous number of rows; nil if the difference is no longer needed.
    ///   - take: called with the difference, before any row of the new order is read.
    /// - Throws: `invalidReply` if the difference does not fit the previous number of rows.
    func update(
        from count: @escaping @Sendable () -> Int?, taking take: @escaping @Sendable (FetchDifference) -> Void
    ) async throws(PhotoLibraryError) -> FetchDifference {
        let task = turns.withLock { turns in
            let last = turns.last
            let task = connection.running { [self] () -> Result<FetchDifference, PhotoLibraryError> in
                await last?()
                do throws(PhotoLibraryError) {
                    let difference = try await call(
                        FetchResultInterface.update, MessageArguments(), timeLimit: .unlimited
                    )
                    .values
                    guard count().map(difference.fits) ?? true else {
                        throw .invalidReply("The broker returned changes that do not fit the result.")
                    }
                    take(difference)
                    return .success(difference)
                } catch {
                    return .failure(error)
                }
            }
            turns.begun += 1
            turns.last = { _ = await task.value }
            return task
        }
        return try await task.value.get()
    }

    /// Runs `body` between updates, so that all rows that it reads have the same order. Runs `body` again if an update
    /// began in the meantime.
    ///
    /// - Parameter keep: called with the value of `body`, before the next update can begin.
    func unmoved<Value: Sendable>(
        keep: (Value) -> Void = { _ in }, _ body: () async throws(PhotoLibraryError) -> Value
    ) async throws(PhotoLibraryError) -> Value {
        while true {
            let (begun, last) = turns.withLock { ($0.begun, $0.last) }
            await last?()
            let value = try await body()
            let isUnmoved = turns.withLock { turns in
                if turns.begun == begun { keep(value) }
                return turns.begun == begun
            }
            if isUnmoved { return value }
        }
    }
}
