internal import FilmgateDBus
internal import FilmgateFrontEnd
internal import FilmgateSystem
internal import FilmgateText
internal import Glibc

/// The front end on a whole terminal. Passes keys to the model, and shows its frames.
///
/// Runs on its own event loop, because only one thread may use ncurses.
actor TerminalFrontEnd: FrontEnd {
    private let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private let report: FrontEndReport
    private var model: TerminalModel
    private var screen: Screen?
    private var watches: [Watch] = []

    init(_ report: FrontEndReport) throws(Errno) {
        loop = try EventLoop.onOwnThread(named: "terminal")
        self.report = report
        model = TerminalModel(size: Size(rows: 24, columns: 80)) { CivilTime($0, in: .local) }
    }

    /// Opens the terminal.
    ///
    /// - Parameter signals: for resizing and ending.
    /// - Throws: if the terminal cannot show a whole screen.
    func open(_ signals: SignalDescriptor) throws {
        let screen = try Screen()
        self.screen = screen
        watches = [
            try loop.watch(try OwnedDescriptor.standardInput()) { [weak self] in
                self?.assumeIsolated { $0.readKeys() }
            },
            try loop.watch(signals.descriptor) { [weak self] in
                while let signal = signals.next() { self?.assumeIsolated { $0.receive(signal) } }
            },
        ]
        handle(.resized(screen.size()))
    }

    func tell(_ message: AgentMessage) { handle(.told(message)) }

    /// Restores the terminal.
    func close() {
        watches = []
        screen?.close()
        screen = nil
    }

    private func readKeys() {
        guard let screen else { return }
        var isHungUp = true
        while let key = screen.key() {
            isHungUp = false
            for action in model.handle(.key(key)) { perform(action) }
        }
        // The terminal became readable but has no key: it may have been closed.
        if isHungUp, screen.isGone { return end(nil) }
        draw()
    }

    private func receive(_ signal: Int32) {
        guard signal == SIGWINCH else { return end(nil) }
        if let screen {
            screen.repair()
            handle(.resized(screen.size()))
        }
    }

    private func handle(_ event: TerminalModel.Event) {
        for action in model.handle(event) { perform(action) }
        draw()
    }

    private func perform(_ action: TerminalModel.Action) {
        switch action {
        case .say(let message): report.say(message)
        case .forgetKeys: screen?.forgetKeys()
        case .quit: end(nil)
        }
    }

    private func draw() { screen?.show(model.frame()) }

    private func end(_ complaint: Complaint?) {
        close()
        report.ended(complaint)
    }
}

extension OwnedDescriptor {
    /// Duplicates the descriptor of standard input.
    fileprivate static func standardInput() throws(Errno) -> OwnedDescriptor {
        OwnedDescriptor(owning: try calling { dup(STDIN_FILENO) })
    }
}
