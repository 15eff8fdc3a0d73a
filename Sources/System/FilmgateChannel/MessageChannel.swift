public import FilmgateSystem

/// A message from one end of a `MessageChannel` to the other. The receiver does not trust the sender.
public protocol ChannelMessage: Codable, Sendable {
    /// The maximum size of a message, in bytes. A longer message is malformed.
    static var mostBytes: Int { get }
    /// Whether every value is within its limits. If not, the message is malformed.
    var isPlausible: Bool { get }
}

extension ChannelMessage {
    public var encoded: [UInt8] {
        let encoder = BinaryEncoder()
        do { try encoder.write(self) } catch { preconditionFailure("a message can be written: \(error)") }
        return encoder.output.bytes
    }

    /// Decodes a message, which may come from a hostile process. Returns nil if any part of the message is malformed,
    /// or if bytes remain.
    public init?(untrusted bytes: [UInt8]) {
        let decoder = BinaryDecoder(input: .init(bytes))
        // The kind of the error does not matter, because the receiver closes the channel after any error.
        guard let message = try? Self(from: decoder), decoder.input.bytes.isEmpty, message.isPlausible else {
            return nil
        }
        self = message
    }
}

/// One end of a socket pair over which two processes exchange messages, some of them with descriptors.
///
/// A message is sent as its length in bytes, followed by its bytes, in one or more datagrams. The first datagram
/// carries the descriptors.
public struct MessageChannel<Outgoing: ChannelMessage, Incoming: ChannelMessage>: Sendable {
    /// The socket: one end of an `OwnedDescriptor.packetPair`.
    public let socket: OwnedDescriptor

    public init(_ socket: OwnedDescriptor) { self.socket = socket }

    /// Sends a message. Blocks while the socket's buffer is full.
    ///
    /// - Parameter check: called before each datagram; can throw to stop sending.
    /// - Throws: `badMessage` if the message is too long, `brokenPipe` if the other end is closed, and other errors of
    ///   the socket and of `check`.
    public func send(
        _ message: Outgoing, with descriptors: [OwnedDescriptor] = [], before check: () throws(Errno) -> Void = {}
    ) throws(Errno) {
        let (bytes, size) = (message.encoded, OwnedDescriptor.longestDatagram)
        guard bytes.count <= Outgoing.mostBytes else { throw .badMessage }
        var counted: [UInt8] = []
        bytes.write(to: &counted)
        for start in stride(from: 0, to: counted.count, by: size) {
            try check()
            let part = Array(counted[start..<min(start + size, counted.count)])
            try socket.send(part, with: start == 0 ? descriptors : [])
        }
    }

    /// Waits for a message and its descriptors. Returns nil if the other end is closed.
    ///
    /// - Parameter wait: called before each datagram; can wait for the datagram, with a time limit, and throw.
    /// - Throws: `badMessage` if the bytes are not a message, and other errors of the socket and of `wait`.
    public func receive(
        before wait: () throws(Errno) -> Void = {}
    ) throws(Errno) -> (message: Incoming, descriptors: [OwnedDescriptor])? {
        var (bytes, size): (ArraySlice<UInt8>, Int?) = ([], nil)
        var descriptors: [OwnedDescriptor] = []
        repeat {
            try wait()
            let datagram = try socket.receive()
            if datagram.bytes.isEmpty { return nil }
            bytes += datagram.bytes
            guard size == nil else { continue }
            descriptors = datagram.descriptors
            // A datagram that is too short contains no size, and is refused below.
            size = try? Int(from: &bytes)
            guard let size, (1...Incoming.mostBytes).contains(size) else { throw .badMessage }
        } while bytes.count < size ?? 0
        guard bytes.count == size, let message = Incoming(untrusted: Array(bytes)) else { throw .badMessage }
        return (message, descriptors)
    }
}
