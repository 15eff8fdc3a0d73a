/// The folder with the copies of photos that apps get which know only paths.
public struct PickStore: Sendable {
    /// - Parameter runtime: the person's runtime directory.
    public init(runtime: String) { self.runtime = runtime }

    private let runtime: String

    /// Where the copies are: each pick has a folder of its own in it.
    public var folder: String { "\(runtime)/filmgate/picks" }
}
