/// Why a file was not read.
public enum InspectionRefusal: Error, Hashable, Sendable {
    /// The file is no photo or video that can be read; the text is a sentence for a person.
    case invalidContent(String)
    /// Its dimensions are too large; the text is a sentence for a person.
    case tooLarge(String)
    /// Workers cannot be caged on this machine, so no file is read.
    case noCage
    /// No worker can be started; the text is for the journal.
    case unavailable(String)
    /// `isAllowed` refused the job before it began.
    case notAllowed
    /// The task was cancelled, or the pool is closed.
    case cancelled
}
