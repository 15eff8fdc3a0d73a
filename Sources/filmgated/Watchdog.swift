internal import FilmgateDBus
internal import FilmgateSessions

/// Tells the service manager from time to time that the event loop still turns; a broker whose loop hangs is started anew.
struct Watchdog {
    private let pause: Duration
    private let loop: EventLoop

    /// Nil where nobody waits to be told.
    init?(on loop: EventLoop) {
        guard let time = ServiceManager.watchdogTime else { return nil }
        pause = time / 2
        self.loop = loop
    }

    /// Goes on for as long as the loop does.
    func begin() {
        ServiceManager.tell("WATCHDOG=1")
        loop.after(pause) { begin() }
    }
}
