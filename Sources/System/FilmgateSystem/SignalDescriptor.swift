import CFilmgateSystem

/// A descriptor from which signals are read, so that they do not interrupt the process.
public final class SignalDescriptor: Sendable {
    public let descriptor: OwnedDescriptor

    /// Blocks the signals for the calling thread and for the threads that it starts later. Call this before other
    /// threads exist.
    public init(_ signals: [Int32]) throws(Errno) {
        descriptor = OwnedDescriptor(owning: try calling { fg_signalfd(signals, Int32(signals.count)) })
    }

    /// Returns the next signal; nil if none is pending.
    public func next() -> Int32? {
        let signal = fg_signalfd_read(descriptor.rawValue)
        return signal > 0 ? signal : nil
    }
}
