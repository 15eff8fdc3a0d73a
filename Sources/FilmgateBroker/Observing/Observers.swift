internal import FilmgateDBus
internal import FilmgateModel
internal import FilmgatePolicy
internal import FilmgateStore
internal import FilmgateWire

/// Which connections hear of changes, and up to where each was told; on the event loop.
///
/// After a commit the library says whose views it concerns. What has become different for them is read from where each was
/// told last, once for all that stand at the same place, and one reading at a time: what is committed meanwhile is told
/// together. A connection's place moves with the signal that was sent to it, so that none is left out and none told twice.
actor Observers {
    private let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

    private let gate: Gate
    private let library: Library
    private let signals: SignalDispatcher
    private var observers: [BusName: Observer] = [:]
    /// Those for whom something may have become different since they were told.
    private var due: Set<BusName> = []
    /// Those for whom the library is looked through on the side, and whether a look has passed them over meanwhile.
    private var apart: [BusName: Bool] = [:]
    /// Whose token has not been sent to them yet.
    private var prepared: [MethodCall: Observer] = [:]
    /// The last change of the library that was looked at; nil before the first look.
    private var seen: Int64?
    private var state = State.resting

    private enum State {
        case resting, looking
        /// Something was committed while the library was looked at.
        case lookingAgain
        case ended
    }

    init(of library: Library, gate: Gate, signals: SignalDispatcher, loop: EventLoop) {
        self.library = library
        self.gate = gate
        self.signals = signals
        self.loop = loop
    }

    // MARK: Who hears

    /// Where a caller's signals begin.
    ///
    /// They do once `begin` is called with the same call, which is when the caller has been sent the token.
    func subscribe(_ call: MethodCall, _ view: View) async throws -> ChangeToken {
        if let told = observers[call.sender]?.told { return token(of: told) }
        let peer = try await gate.peer(of: call)
        let position = try await library.position(visibleTo: view.visibility)
        // Nothing is kept of a caller that has left meanwhile.
        try Task.checkCancellation()
        // Of several calls at once the first says where signals begin, for all of them.
        if let told = observers[call.sender]?.told { return token(of: told) }
        let other = prepared.first { $0.key.sender == call.sender }?.value
        let told = other?.told ?? Observer.Cursor(view: view, position: position)
        prepared[call] = Observer(peer: peer, told: told)
        return token(of: told)
    }

    private func token(of told: Observer.Cursor) -> ChangeToken {
        library.token(of: told.position, for: told.view.holder)
    }

    func begin(_ call: MethodCall) {
        guard let observer = prepared.removeValue(forKey: call) else { return }
        let name = call.sender
        guard observers[name]?.told == nil else { return }
        observers[name] = observer
        // What has happened since the token was made is not lost.
        due.insert(name)
        checkAccess(of: name)
        look()
    }

    /// A connection wants to hear nothing more, or leaves the bus.
    func unsubscribe(_ name: BusName) {
        observers[name] = nil
        due.remove(name)
        for call in prepared.keys.filter({ $0.sender == name }) { prepared[call] = nil }
    }

    /// Nothing is told any more.
    func end() { state = .ended }

    var names: Set<BusName> { Set(observers.keys) }

    // MARK: What they may hear

    /// Grants, policy or agents are others than they were: who may hear nothing any more is told so at once.
    func accessChanged() {
        for name in observers.keys { checkAccess(of: name) }
        if !due.isEmpty { look() }
    }

    private func checkAccess(of name: BusName) {
        guard let observer = observers[name] else { return }
        let view = gate.view(of: observer.peer, at: name)
        guard view != observer.told?.view else { return }
        if view == nil, !isBackpressured(name) {
            due.remove(name)
            observers[name]?.told = nil
            send(.none, ChangesDescription(.anew(.grant)), to: [name])
        } else {
            due.insert(name)
        }
    }

    // MARK: What they hear

    /// Something was committed; to be called from anywhere.
    nonisolated func libraryChanged() {
        loop.perform { [weak self] in
            self?.assumeIsolated { if !$0.observers.isEmpty { $0.look() } }
        }
    }

    /// A connection has taken in what it was sent.
    func drained(_ name: BusName) {
        guard due.contains(name) else { return }
        checkAccess(of: name)
        look()
    }

    private func look() {
        switch state {
        case .resting:
            state = .looking
            Task { await lookUntilDone() }
        case .looking: state = .lookingAgain
        case .lookingAgain, .ended: break
        }
    }

    private func lookUntilDone() async {
        repeat {
            if case .lookingAgain = state { state = .looking }
            do { try await lookOnce() } catch { noteFailure(error, of: due.count) }
        } while state == .lookingAgain
        if state == .looking { state = .resting }
    }

    private func lookOnce() async throws {
        if let seen {
            let concern = try await library.concerned(after: seen)
            self.seen = concern.number
            if !concern.isNone {
                for (name, observer) in observers where observer.told.map({ concern.concerns($0.view) }) ?? false {
                    due.insert(name)
                }
            }
        } else {
            // All that are there have just come, and are looked after below.
            seen = try await library.lastChange()
        }
        var groups: [DeliveryGroup: [(BusName, View)]] = [:]
        for name in due where !isBackpressured(name) {
            if apart[name] != nil {
                apart[name] = true
                continue
            }
            guard let observer = observers[name], let view = gate.view(of: observer.peer, at: name) else { continue }
            groups[DeliveryGroup(observer.told, now: view), default: []].append((name, view))
        }
        for (standpoint, group) in groups {
            if case .otherAccess = standpoint.origin { tellApart(group, at: standpoint) }
        }
        for (standpoint, group) in groups {
            switch standpoint.origin {
            case .position, .elsewhere: await tellOrNote(group, at: standpoint)
            case .otherAccess: break
            }
        }
    }

    /// What may take a look through the whole library waits its turn, and holds up none of the others.
    private func tellApart(_ group: [(BusName, View)], at standpoint: DeliveryGroup) {
        let names = group.map { $0.0 }
        for name in names { apart[name] = false }
        Task {
            await tellOrNote(group, at: standpoint)
            let passedOver = names.filter { apart.removeValue(forKey: $0) == true && observers[$0] != nil }
            due.formUnion(passedOver)
            if !passedOver.isEmpty { look() }
        }
    }

    /// What cannot be told to some is told to all others.
    private func tellOrNote(_ group: [(BusName, View)], at standpoint: DeliveryGroup) async {
        do { try await tell(group, at: standpoint) } catch { noteFailure(error, of: group.count) }
    }

    /// Those of whom it is are told with the next change.
    private func noteFailure(_ error: any Error, of count: Int) {
        guard state != .ended else { return }
        Journal.write(.error, "What has changed could not be told to \(count) connections: \(error)")
    }

    private func tell(_ group: [(BusName, View)], at standpoint: DeliveryGroup) async throws {
        guard let view = group.first?.1 else { return }
        let news = try await news(from: standpoint, view.visibility)
        for (view, names) in Dictionary(grouping: group, by: { $0.1 }) {
            await tell(news, to: names.map { $0.0 }, at: standpoint, view)
        }
    }

    private func news(from standpoint: DeliveryGroup, _ visibility: Visibility) async throws -> ChangeNotification {
        do {
            if let page = try await page(from: standpoint.origin, visibility) {
                if !page.hasMore { return ChangeNotification(page.position, page.changes) }
                return ChangeNotification(try await library.position(visibleTo: visibility), .anew(page.changes.reason))
            }
        } catch is ExpiredToken {}
        let reason: LibraryChanges.Reason = standpoint.isOfOtherAccess ? .grant : .library
        return ChangeNotification(try await library.position(visibleTo: visibility), .anew(reason))
    }

    private func page(from origin: DeliveryGroup.Origin, _ visibility: Visibility) async throws -> ChangePage? {
        switch origin {
        case .position(let position): try await library.changes(since: position, visibleTo: visibility)
        case .otherAccess(let position, of: let holder):
            try await library.changesOfAccess(of: holder, since: position, visibleTo: visibility)
        case .elsewhere: nil
        }
    }

    private func tell(_ news: ChangeNotification, to names: [BusName], at standpoint: DeliveryGroup, _ view: View) async
    {
        let token = ChangeTokenText(library.token(of: news.position, for: view.holder))
        var rest = names[...]
        while !rest.isEmpty {
            // Since the reading, and while others had their turn, a connection may have come to stand elsewhere.
            let present = rest.prefix(Self.slice).filter { name in
                guard let observer = observers[name], !gate.isWritingGrant(of: observer.peer.id),
                    gate.view(of: observer.peer, at: name) == view, !isBackpressured(name)
                else { return false }
                return DeliveryGroup(observer.told, now: view) == standpoint
            }
            rest = rest.dropFirst(Self.slice)
            let unsent = Set(news.changes.map { send(token, $0, to: present) } ?? [])
            for name in present where !unsent.contains(name) {
                due.remove(name)
                // Where nothing is told, the next signal begins where the last one ended all the same.
                guard news.changes != nil || standpoint.isOfOtherAccess else { continue }
                observers[name]?.told = Observer.Cursor(view: view, position: news.position)
            }
            if !rest.isEmpty { await loop.giveWay() }
        }
    }

    /// Whoever has not taken in what was sent is told later, all of it as one.
    private func isBackpressured(_ name: BusName) -> Bool { signals.assumeIsolated { $0.isBackpressured(name) } }

    /// - Returns: those to whom it could not be sent.
    @discardableResult
    private func send(_ token: ChangeTokenText, _ changes: ChangesDescription, to names: [BusName]) -> [BusName] {
        signals.assumeIsolated { $0.libraryChanged(token, changes, to: names) }
    }

    /// So many are told before others of the loop have their turn.
    private static let slice = 100
}
