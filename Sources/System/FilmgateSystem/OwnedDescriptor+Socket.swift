import CFilmgateSystem
import Glibc

extension OwnedDescriptor {
    /// The most bytes of a datagram.
    public static let longestDatagram = 65_536

    /// Makes two connected ends that carry datagrams whole and in order, and notice when the other end closes.
    public static func packetPair() throws(Errno) -> (OwnedDescriptor, OwnedDescriptor) {
        var ends: [Int32] = [-1, -1]
        try calling { fg_packet_pair(&ends) }
        return (OwnedDescriptor(owning: ends[0]), OwnedDescriptor(owning: ends[1]))
    }

    /// Limits how long sending over this socket blocks. It then throws `wouldBlock`.
    public func limitSending(to time: Duration) throws(Errno) {
        var limit = timeval(tv_sec: Int(time.components.seconds), tv_usec: 0)
        try calling { setsockopt(rawValue, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size)) }
    }

    /// Sends a datagram with at most four descriptors; blocks.
    ///
    /// - Throws: `brokenPipe` if the other end is closed.
    public func send(_ bytes: [UInt8], with descriptors: [OwnedDescriptor] = []) throws(Errno) {
        let attached = descriptors.map(\.rawValue)
        try calling { fg_send(rawValue, bytes, bytes.count, attached, attached.count) }
    }

    /// Waits for a datagram, and at most four descriptors that came with it; it has no bytes if the other end is closed.
    ///
    /// - Throws: `badMessage` if it is too long.
    public func receive() throws(Errno) -> (bytes: [UInt8], descriptors: [OwnedDescriptor]) {
        // One byte more than the limit, to detect those that are too long.
        var bytes = [UInt8](repeating: 0, count: OwnedDescriptor.longestDatagram + 1)
        var (attached, count) = ([Int32](repeating: -1, count: Int(fg_most_descriptors)), 0)
        let size = bytes.count
        let received = try calling { fg_receive(rawValue, &bytes, size, &attached, &count) }
        let descriptors = attached[..<count].map { OwnedDescriptor(owning: $0) }
        guard received < size else { throw .badMessage }
        bytes.removeLast(size - received)
        return (bytes, descriptors)
    }

    /// Blocks the thread; returns false if nothing came, and the other end did not close, in that time.
    public func waitUntilReadable(atMost time: Duration) throws(Errno) -> Bool {
        // Rounded up, or the end of a longer wait would be a busy one.
        let milliseconds = Int32(clamping: time.milliseconds + (time > .zero ? 1 : 0))
        return try calling { fg_wait_readable(rawValue, -1, milliseconds) } != 0
    }
}
