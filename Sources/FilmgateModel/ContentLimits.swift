/// The limits of what a client gets of the assets that it sees, whatever its rights are.
public struct ContentLimits: Hashable, Sendable {
    /// How many pixels the longer side of an image for the client has at most; nil for no limit. Under a limit, the client opens no
    /// files and edits no content.
    public var maxPixels: UInt32?

    /// No limits.
    public init(maxPixels: UInt32? = nil) { self.maxPixels = maxPixels }

    /// Whether they allow nothing that the other limits forbid.
    public func areWithin(_ other: ContentLimits) -> Bool { intersection(other) == self }

    /// Returns the stricter of each two limits.
    public func intersection(_ other: ContentLimits) -> ContentLimits {
        ContentLimits(maxPixels: [maxPixels, other.maxPixels].compactMap(\.self).min())
    }
}
