internal import CFilmgateSystem

/// Signals that arrive as something to read instead of interrupting the process.
public final class SignalDescriptor: Sendable {
    public let descriptor: OwnedDescriptor

    /// Blocks the signals for the calling thread and for those that it starts later: call it before any other exists.
    public init(_ signals: [Int32]) throws(Errno) {
        descriptor = OwnedDescriptor(owning: try calling { fg_signalfd(signals, Int32(signals.count)) })
    }

    /// The next one that came; nil where none waits.
    public func next() -> Int32? {
        let signal = fg_signalfd_read(descriptor.rawValue)
        return signal > 0 ? signal : nil
    }
}
