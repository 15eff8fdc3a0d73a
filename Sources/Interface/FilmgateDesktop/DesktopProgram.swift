import FilmgateDBus
import FilmgateSystem
import FilmgateText
import Glibc

/// The program `filmgate-desktop`: answers the desktop's searches, and mirrors the grants of sandboxed apps in the
/// permission store. Both tasks need the access of the library's owner, which `filmgate-portal` must not have.
public enum DesktopProgram {
    private static let program = ServiceProgram(
        "filmgate-desktop",
        summary: "Answers the desktop's search for photos, and shows apps' access in the desktop's permission store.")

    public static func main() { program.main { try run(brokerBus: $0) } }

    private static func run(brokerBus: String) throws {
        let signals = try SignalDescriptor([SIGTERM, SIGINT, SIGHUP])
        let loop = try EventLoop()
        let watch = try loop.watch(signals.descriptor) { if signals.next() != nil { loop.stop() } }
        let tasks = ServiceStarter(loop: loop, brokerBus: brokerBus) { program.report("\($0)") }.start()
        loop.run()
        for task in tasks { task.cancel() }
        withExtendedLifetime(watch) {}
    }
}
