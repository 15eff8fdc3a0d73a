import FilmgateDBus
import FilmgateWire

/// Serves `org.filmgate.Library1`.
@BrokerActor struct LibraryObject {
    let gate: Gate
    let fetcher: Fetcher
    let changing: PerformChangesHandler
    let capabilities: CapabilityChecker
    let receipts: Receipts

    var interface: ServedInterface {
        ServedInterface(
            root: LibraryInterface.self,
            [
                gate.method(LibraryInterface.fetch) { _, admission, arguments in
                    let (path, count) = try await fetcher.fetch(arguments, admission)
                    return MessageArguments(path, count)
                },
                ServedMethod(LibraryInterface.performChanges, .library(gate)) { call, arguments, _ in
                    do { return ((), try arguments.decoded()) } catch {
                        throw await changing.undecodable(error, in: call)
                    }
                } serve: { call, _, arguments in
                    MessageArguments(try await changing.perform(arguments.values.0, arguments.values.1, for: call))
                },
                gate.method(LibraryInterface.cancelChanges) { _, admission, arguments in
                    admission.connection.cancelConfirmation(arguments.values)
                    return MessageArguments()
                },
                gate.method(LibraryInterface.createTransient) { _, admission, arguments in
                    let (title, assets) = arguments.values
                    return MessageArguments(
                        ObjectIDText(
                            try await fetcher.makeTransient(title, assets.map(\.id), admission)))
                },
                gate.method(LibraryInterface.countBy) { _, admission, arguments in
                    let (property, options) = arguments.values
                    return MessageArguments(try await fetcher.count(by: property, of: options.fetch.query, admission))
                },
                gate.method(LibraryInterface.getCapabilities) { _, admission, arguments in
                    let (kind, ids) = arguments.values
                    return MessageArguments(try await capabilities.capabilities(of: kind, ids, admission))
                },
                gate.method(LibraryInterface.getReceipts) { _, admission, arguments in
                    MessageArguments(try await receipts.states(of: arguments.values.map(\.id), admission))
                },
                gate.method(LibraryInterface.withdrawAdded) { _, admission, arguments in
                    try await receipts.withdraw(arguments.values.map(\.id), admission)
                    return MessageArguments()
                },
            ])
    }
}
