import FilmgateDBus
import FilmgateModel
import FilmgateSystem
import FilmgateWire

/// The contents of an asset's file, in parts of up to 1 MiB.
///
/// The iteration throws `PhotoLibraryError`, or `CancellationError` if the task is cancelled.
public struct ResourceBytes: AsyncSequence, Sendable {
    public typealias Element = [UInt8]

    let link: BrokerLink
    let resource: AssetResource
    let without: Set<MetadataKind>

    public func makeAsyncIterator() -> Iterator { Iterator(source: self) }

    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let source: ResourceBytes
        private var content: OwnedDescriptor?
        private var offset: UInt64 = 0

        fileprivate init(source: ResourceBytes) { self.source = source }

        public mutating func next() async throws -> [UInt8]? {
            try Task.checkCancellation()
            if content == nil { content = try await source.request() }
            guard let content else { return nil }
            let part = try await ResourceBytes.read(content, at: offset)
            offset += UInt64(part.count)
            return part.isEmpty ? nil : part
        }
    }

    private func request() async throws(PhotoLibraryError) -> OwnedDescriptor {
        let (deliveries, continuation) = AsyncStream.makeStream(of: OwnedDescriptor.self)
        defer { continuation.finish() }
        try await link.perform { (connection) async throws(PhotoLibraryError) in
            try await connection.requestContent(
                ResourcesInterface.requestResource,
                { token in
                    MessageArguments(
                        AssetIDText(resource.asset), ResourceTypeName(resource.type),
                        ResourceOptions(without: without, handleToken: token))
                },
                { event in
                    if case .delivery(let content, _) = event { continuation.yield(content) }
                })
        }
        for await content in deliveries { return content }
        throw .invalidReply("The broker delivered no file.")
    }

    private static let partBytes = 1 << 20

    /// Reads on a thread of Swift's pool, because a disk can be slow.
    @concurrent
    private static func read(_ content: OwnedDescriptor, at offset: UInt64) async throws(PhotoLibraryError) -> [UInt8] {
        do throws(Errno) {
            return try content.bytes(at: offset, count: partBytes)
        } catch {
            throw .inputOutput("The file cannot be read: \(error).")
        }
    }
}
