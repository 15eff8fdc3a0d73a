internal import Synchronization

/// The bytes that the files of a batch may take together, drawn on before each is copied.
public final class StagingAllowance: Sendable {
    private let left: UInt64
    private let drawn = Atomic<UInt64>(0)

    public init(bytes: UInt64) { left = bytes }

    /// Bytes of all files that were to be copied so far, the one that was too much among them.
    public var bytesWanted: UInt64 { drawn.load(ordering: .relaxed) }

    /// - Throws: `StagingRefusal.overAllowance`.
    func draw(_ bytes: UInt64) throws(StagingRefusal) {
        // A file's size fits into 63 bits, and a batch has far fewer files than would overflow the rest.
        let wanted = drawn.wrappingAdd(bytes, ordering: .relaxed).newValue
        guard wanted <= left else { throw .overAllowance }
    }
}
