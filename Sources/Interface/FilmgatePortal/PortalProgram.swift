import FilmgateDBus
import FilmgatePickStore
import FilmgateSystem
import Glibc

/// What `filmgate-portal` does: it brings the picker to apps that know nothing of Filmgate.
public enum PortalProgram {
    public static func main() {
        do {
            let loop = try EventLoop()
            let bus = environmentVariable("FILMGATE_BUS_ADDRESS") ?? "system"
            let services = ServiceStarter(loop: loop, brokerBus: bus) { error in
                // If no program reads the output, the error cannot be reported.
                try? OwnedDescriptor(owning: dup(STDERR_FILENO)).write("filmgate-portal: \(error)\n".utf8)
            }
            let tasks = services.start()
            loop.run()
            for task in tasks { task.cancel() }
        } catch {
            exit(EX_OSERR)
        }
    }
}
