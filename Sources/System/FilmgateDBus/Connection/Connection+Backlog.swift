/// Questions to the bus about the messages that other connections have not read.
extension Connection {
    /// Returns whether the bus answers questions about unread messages. If not, no replies are held back.
    public func canInspectBacklogs() async -> Bool {
        guard backlog != nil else { return false }
        await inquire(.all)
        return backlog?.isAnswered ?? false
    }

    /// The D-Bus method that the bus must allow for these questions, as text for the journal.
    public static let backlogPermission = "GetConnectionStats of \(BusInterface.statistics)"

    func ask(_ question: Backlog.Question) { _ = Task.immediate { await self.inquire(question) } }

    func inquire(_ question: Backlog.Question) async {
        let name =
            switch question {
            case .all: uniqueName
            case .of(let name): name
            }
        do {
            let figures = try await call(
                BusInterface.getConnectionStats, of: BusInterface.statistics, at: BusInterface.path, on: .bus,
                MessageArguments(name.rawValue)
            ).values
            follow(try outcome(of: question, figures))
        } catch let error as ErrorReply {
            guard transport != nil else { return }
            switch error.name {
            // The connection has left the bus. The bus also sends a signal about this.
            case "org.freedesktop.DBus.Error.NameHasNoOwner":
                backlog?.departed(name)
                dropHeld(for: name)
            case "org.freedesktop.DBus.Error.AccessDenied", "org.freedesktop.DBus.Error.UnknownMethod",
                "org.freedesktop.DBus.Error.UnknownInterface":
                giveUpAsking()
            default: follow(backlog?.unanswered(question))
            }
        } catch is TypeMismatch {
            // A different bus implementation may have different statistics.
            giveUpAsking()
        } catch {
            follow(backlog?.unanswered(question))
        }
    }

    private func outcome(of question: Backlog.Question, _ figures: Options) throws -> Backlog.BacklogActions? {
        func figure(_ name: String) throws -> Int {
            guard let value = figures[name]?.value(as: UInt32.self) else { throw TypeMismatch(expected: "u") }
            return Int(value)
        }
        switch question {
        case .all:
            // In the statistics of this connection, "incoming" means its messages that receivers have not read.
            return try backlog?.answered(
                all: UnreadMessageSize(bytes: figure("IncomingBytes"), descriptors: figure("IncomingFDs")))
        case .of(let name):
            return try backlog?.answered(
                UnreadMessageSize(bytes: figure("OutgoingBytes"), descriptors: figure("OutgoingFDs")), of: name)
        }
    }

    private func follow(_ outcome: Backlog.BacklogActions?) {
        guard let outcome else { return }
        for question in outcome.questions { ask(question) }
        if let reminder = outcome.reminder {
            loop.after(reminder.delay) { [weak self] in
                self?.assumeIsolated { connection in
                    if let question = connection.backlog?.remind(reminder.name) { connection.ask(question) }
                }
            }
        }
        if !held.isEmpty { release() }
        for name in outcome.drained where !held.contains(name) { notifyWatchers(of: name) }
    }

    /// Sends all held-back replies, because the bus does not answer questions about unread messages.
    private func giveUpAsking() {
        let drained = backlog?.giveUp() ?? []
        release()
        for name in drained { notifyWatchers(of: name) }
    }
}
