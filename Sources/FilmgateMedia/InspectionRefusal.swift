/// Why a file was not read.
public enum InspectionRefusal: Error, Hashable, Sendable {
    /// It is no photo or video that can be read; a sentence for a person.
    case invalidContent(String)
    /// Its dimensions are beyond what is read; a sentence for a person.
    case tooLarge(String)
    /// Workers cannot be caged on this machine, so nothing is read at all. No fault of the file.
    case noCage
    /// No worker can be started; the detail is for the journal. No fault of the file.
    case unavailable(String)
    /// Whoever asked may not have it read any more, now that its turn has come.
    case notAllowed
    /// The task that asked was cancelled, or the pool is closed.
    case cancelled
}
