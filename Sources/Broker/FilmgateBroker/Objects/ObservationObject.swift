import FilmgateDBus
import FilmgateStore
import FilmgateWire

/// Serves `org.filmgate.Observation1`.
@BrokerActor struct ObservationObject {
    let gate: Gate
    let observers: ChangeNotifier

    var interface: ServedInterface {
        ServedInterface(
            root: ObservationInterface.self,
            [
                gate.method(ObservationInterface.subscribe) { call, admission, _ in
                    MessageArguments(ChangeTokenText(try await observers.subscribe(call, admission.view)))
                }.followed { call in BrokerActor.assumeIsolated { observers.begin(call) } },
                gate.method(ObservationInterface.unsubscribe) { _, admission, _ in
                    admission.connection.unsubscribe()
                    return MessageArguments()
                },
                gate.method(ObservationInterface.changesSince) { _, admission, arguments in
                    let page = try await gate.core.library.changes(
                        since: arguments.values.0.token, visibleTo: admission.visibility, of: admission.holder)
                    return MessageArguments(
                        ChangeTokenText(gate.core.library.token(of: page.position, for: admission.holder)),
                        ChangesDescription(page.changes, hasMore: page.hasMore))
                },
            ])
    }
}
