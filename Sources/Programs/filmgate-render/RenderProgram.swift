import FilmgateCage
import FilmgateConversion
import FilmgateJobs
import FilmgateModel
import FilmgateRendering
import FilmgateSystem
import Glibc

/// The worker that the broker starts: it loads its libraries, enters its sandbox, and only then reads jobs.
@main
struct RenderProgram {
    static func main() {
        if CommandLine.arguments.dropFirst() == ["--version"] {
            return print("filmgate-render \(FilmgateVersion.version)")
        }
        let converts = CommandLine.arguments.dropFirst() == [Job.conversionArgument]
        prepareLibraries()
        if converts { prepareFilters() }
        goesFirst()
        do { try Cage.enter(keepingDescriptorsUpTo: Job.socket, converts ? .conversion : .standard) } catch {
            exit(WorkerExit.noCage.rawValue)
        }
        exit(JobServer(socket: OwnedDescriptor(owning: Job.socket)).run().rawValue)
    }

    /// Makes the kernel kill a worker before any other process if memory runs out, so that only one photo fails.
    private static func goesFirst() {
        let file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC)
        guard file >= 0 else { return }
        _ = write(file, "1000", 4)
        close(file)
    }
}
