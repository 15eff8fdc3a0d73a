import CFilmgateSystem
import Glibc

extension OwnedDescriptor {
    /// Creates a pipe.
    ///
    /// - Parameter waits: whether writing blocks until the pipe has room.
    public static func pipe(waits: Bool) throws(Errno) -> (reading: OwnedDescriptor, writing: OwnedDescriptor) {
        var ends: [Int32] = [-1, -1]
        try calling { fg_pipe(&ends, waits) }
        return (OwnedDescriptor(owning: ends[0]), OwnedDescriptor(owning: ends[1]))
    }

    /// Writes to a pipe without blocking. The pipe must have been created with `waits: false`.
    ///
    /// - Returns: the number of written bytes; 0 if the pipe is full.
    /// - Throws: `brokenPipe` if the reading end is closed.
    public func writeAtOnce(_ bytes: [UInt8]) throws(Errno) -> Int {
        do throws(Errno) {
            return try calling { bytes.withUnsafeBytes { Glibc.write(rawValue, $0.baseAddress, $0.count) } }
        } catch .wouldBlock {
            return 0
        }
    }

    /// Waits for the next bytes of a pipe. Returns an empty array after the last bytes.
    public func nextBytes(atMost most: Int) throws(Errno) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: most)
        let count = try calling { bytes.withUnsafeMutableBytes { Glibc.read(rawValue, $0.baseAddress, $0.count) } }
        bytes.removeLast(most - count)
        return bytes
    }
}
