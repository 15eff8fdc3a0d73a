import CFilmgateSystem
import Glibc

extension OwnedDescriptor {
    /// Makes the two ends of a byte stream.
    public static func streamPair() throws(Errno) -> (OwnedDescriptor, OwnedDescriptor) {
        var ends: [Int32] = [-1, -1]
        try calling { fg_socket_pair(fg_stream, &ends) }
        return (OwnedDescriptor(owning: ends[0]), OwnedDescriptor(owning: ends[1]))
    }

    /// Makes two connected ends that carry datagrams whole and in order, and notice when the other end closes.
    public static func packetPair() throws(Errno) -> (OwnedDescriptor, OwnedDescriptor) {
        var ends: [Int32] = [-1, -1]
        try calling { fg_socket_pair(fg_packets, &ends) }
        return (OwnedDescriptor(owning: ends[0]), OwnedDescriptor(owning: ends[1]))
    }

    /// Limits how long sending over this socket blocks. It then throws `wouldBlock`.
    public func limitSending(to time: Duration) throws(Errno) {
        var limit = timeval(tv_sec: Int(time.components.seconds), tv_usec: 0)
        try calling { setsockopt(rawValue, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size)) }
    }

    /// Sends all the bytes, with a descriptor; blocks.
    ///
    /// - Throws: `brokenPipe` if the other end is closed.
    public func send(_ bytes: [UInt8], with descriptor: OwnedDescriptor? = nil) throws(Errno) {
        var sent = 0
        while sent < bytes.count {
            let attached = sent == 0 ? descriptor?.rawValue ?? -1 : -1
            sent += try calling {
                bytes.withUnsafeBytes {
                    fg_send(rawValue, $0.baseAddress?.advanced(by: sent), $0.count - sent, attached)
                }
            }
        }
    }

    /// Waits for bytes and returns at most so many; none if the other end is closed. A descriptor that comes with them is closed.
    public func receive(atMost count: Int) throws(Errno) -> [UInt8] { try receiveWithDescriptor(atMost: count).bytes }

    /// Returns also the descriptor that came with the bytes.
    public func receiveWithDescriptor(atMost count: Int) throws(Errno) -> (bytes: [UInt8], descriptor: OwnedDescriptor?)
    {
        var bytes = [UInt8](repeating: 0, count: count)
        var descriptor: Int32 = -1
        var truncated = false
        let received = try calling { fg_receive(rawValue, &bytes, count, &descriptor, &truncated) }
        bytes.removeLast(count - received)
        return (bytes, descriptor < 0 ? nil : OwnedDescriptor(owning: descriptor))
    }

    /// Blocks the thread; returns false if nothing came, and the other end did not close, in that time.
    public func waitUntilReadable(atMost time: Duration) throws(Errno) -> Bool {
        // Rounded up, or the end of a longer wait would be a busy one.
        let milliseconds = Int32(clamping: time.milliseconds + (time > .zero ? 1 : 0))
        return try calling { fg_wait_readable(rawValue, -1, milliseconds) } != 0
    }
}
