internal import FilmgateDBus
internal import FilmgateModel
internal import FilmgatePolicy

/// What a client sees, and on whose account: one thing to observe.
struct View: Hashable, Sendable {
    let holder: Holder
    let visibility: Visibility
}

extension Admission {
    var view: View { View(holder: holder, visibility: visibility) }
}

extension Gate {
    /// What a connection sees at this moment; nil where it may not observe. To be asked on the loop.
    ///
    /// - Parameter peer: who that is when it is no agent.
    func view(of peer: Client, at name: BusName) -> View? {
        let client = desk.assumeIsolated { $0.isRegistered(name) } ? peer.asAgent : peer
        let grant = ledger.assumeIsolated { $0.grant(of: client) }
        switch decide(on: .observe, by: client, given: grant) {
        case .allow(let visibility), .confirm(let visibility):
            return View(holder: holder(for: client, under: grant), visibility: visibility)
        case .refuse: return nil
        }
    }
}
