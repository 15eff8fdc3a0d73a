import CFilmgateSystem
import Glibc

extension OwnedDescriptor {
    /// The maximum size of a datagram, in bytes.
    public static let longestDatagram = 65_536

    /// Creates a pair of sockets that transmit complete datagrams in order, and detect when the other end closes.
    public static func packetPair() throws(Errno) -> (OwnedDescriptor, OwnedDescriptor) {
        var ends: [Int32] = [-1, -1]
        try calling { fg_packet_pair(&ends) }
        return (OwnedDescriptor(owning: ends[0]), OwnedDescriptor(owning: ends[1]))
    }

    /// Limits the time for which `send` blocks. After it, `send` throws `wouldBlock`.
    public func limitSending(to time: Duration) throws(Errno) {
        // The kernel takes zero for no limit.
        let (seconds, attoseconds) = max(time, .microseconds(1)).components
        var limit = timeval(tv_sec: Int(seconds), tv_usec: Int(attoseconds / 1_000_000_000_000))
        try calling { setsockopt(rawValue, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size)) }
    }

    /// Sends a datagram with at most four descriptors. Blocks while the socket's buffer is full.
    ///
    /// - Throws: `brokenPipe` if the other end is closed.
    public func send(_ bytes: [UInt8], with descriptors: [OwnedDescriptor] = []) throws(Errno) {
        let attached = descriptors.map(\.rawValue)
        try calling { fg_send(rawValue, bytes, bytes.count, attached, attached.count) }
    }

    /// Waits for a datagram with at most four descriptors. The datagram is empty if the other end is closed.
    ///
    /// - Throws: `badMessage` if the datagram is too long.
    public func receive() throws(Errno) -> (bytes: [UInt8], descriptors: [OwnedDescriptor]) {
        // The buffer has one byte more than the limit, to detect datagrams that are too long.
        var bytes = [UInt8](repeating: 0, count: OwnedDescriptor.longestDatagram + 1)
        var (attached, count) = ([Int32](repeating: -1, count: Int(fg_most_descriptors)), 0)
        let size = bytes.count
        let received = try calling { fg_receive(rawValue, &bytes, size, &attached, &count) }
        let descriptors = attached[..<count].map { OwnedDescriptor(owning: $0) }
        guard received < size else { throw .badMessage }
        bytes.removeLast(size - received)
        return (bytes, descriptors)
    }

    /// Blocks the thread until data arrives or the other end closes. Returns false if neither happens within this time.
    public func waitUntilReadable(atMost time: Duration) throws(Errno) -> Bool {
        // The time is rounded up, because a wait that is too short would turn into busy waiting.
        let milliseconds = Int32(clamping: time.milliseconds + (time > .zero ? 1 : 0))
        return try calling { fg_wait_readable(rawValue, -1, milliseconds) } != 0
    }
}
