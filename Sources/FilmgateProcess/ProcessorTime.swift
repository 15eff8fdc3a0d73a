internal import CFilmgateSystem
public import FilmgateSystem

extension Child {
    /// Allows that much more processor time from now on; a program that exceeds it is killed.
    ///
    /// - Throws: `Errno` where the program has ended.
    public func allowProcessorTime(seconds: UInt64) throws(Errno) {
        var used: Int64 = 0
        try calling { fg_cpu_microseconds(pid, &used) }
        let limit = UInt64(used / 1_000_000) + 1 + seconds
        try calling { fg_set_soft_limit(pid, fg_limit_cpu, limit) }
    }
}
