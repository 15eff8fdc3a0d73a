import CFilmgateSystem
public import FilmgateSystem
import Glibc

extension SpawnedProcess {
    /// Allows the program at least this much more processor time. The kernel kills a program that exceeds the limit.
    ///
    /// - Throws: `Errno` if the program has been reaped.
    public func allowProcessorTime(seconds: UInt64) throws(Errno) {
        let limit = UInt64(try processorTime().components.seconds) + 1 + seconds
        try calling { fg_set_soft_limit(pid, fg_limit_cpu, limit) }
    }

    /// Returns the processor time that the program has used, even after it has ended.
    ///
    /// - Throws: `Errno` if the program has been reaped.
    public func processorTime() throws(Errno) -> Duration {
        var used: Int64 = 0
        try calling { fg_cpu_microseconds(pid, &used) }
        return .microseconds(used)
    }

    /// Permanently lowers the program's priority. Must be called before the program is reaped.
    ///
    /// - Parameter niceness: the nice value, up to 19.
    public func giveWay(niceness: Int32) {
        _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(pid), niceness)
    }
}
