internal import CFilmgateSystem
public import FilmgateSystem
internal import Glibc

extension Child {
    /// Allows that much more processor time from now on; a program that exceeds it is killed.
    ///
    /// - Throws: `Errno` where the program has ended.
    public func allowProcessorTime(seconds: UInt64) throws(Errno) {
        let limit = UInt64(try processorTime().components.seconds) + 1 + seconds
        try calling { fg_set_soft_limit(pid, fg_limit_cpu, limit) }
    }

    /// Returns the processor time that the program has used in all. One that has ended and was not reaped tells it still.
    ///
    /// - Throws: `Errno` where it was reaped.
    public func processorTime() throws(Errno) -> Duration {
        var used: Int64 = 0
        try calling { fg_cpu_microseconds(pid, &used) }
        return .microseconds(used)
    }

    /// Makes the program give way to others from now on, for good; up to 19. To be called before it is reaped.
    public func giveWay(niceness: Int32) {
        _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(pid), niceness)
    }
}
