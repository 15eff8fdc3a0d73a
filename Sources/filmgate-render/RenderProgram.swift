internal import FilmgateCage
internal import FilmgateJobs
internal import FilmgateModel
internal import FilmgateRendering
internal import FilmgateSystem
internal import Glibc

/// The worker that the broker starts: it loads its libraries, shuts itself in, and only then takes a job.
@main
struct RenderProgram {
    static func main() {
        if CommandLine.arguments.dropFirst() == ["--version"] { return print("filmgate-render \(Release.version)") }
        prepareLibraries()
        goesFirst()
        do { try Cage.enter(keepingDescriptorsUpTo: Job.socket) } catch { exit(WorkerExit.noCage.rawValue) }
        exit(JobServer(socket: OwnedDescriptor(owning: Job.socket)).run().rawValue)
    }

    /// Where memory runs out, the kernel is to end a worker before anything else: it loses one photo alone.
    private static func goesFirst() {
        let file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC)
        guard file >= 0 else { return }
        _ = write(file, "1000", 4)
        close(file)
    }
}
