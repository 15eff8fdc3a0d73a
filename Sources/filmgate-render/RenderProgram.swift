internal import FilmgateCage
internal import FilmgateJobs
internal import FilmgateRendering
internal import FilmgateSystem
internal import Glibc

/// The worker that the broker starts: it loads its libraries, shuts itself in, and only then takes a job.
@main
struct RenderProgram {
    static func main() {
        prepareLibraries()
        do { try Cage.enter(keepingDescriptorsUpTo: Job.socket) } catch { exit(WorkerExit.noCage.rawValue) }
        exit(JobServer(socket: OwnedDescriptor(owning: Job.socket)).run().rawValue)
    }
}
