public import FilmgateModel

/// The data with which an app resumes its edit, like PhotoKit's `PHAdjustmentData`.
///
/// The library keeps it with the asset, and gives it only to apps that can resume its format.
public struct AdjustmentData: Hashable, Sendable {
    /// For example `org.example.Vignette`, with a version.
    public let format: AdjustmentFormat
    /// At most `AdjustmentFormat.mostData` bytes.
    public let data: [UInt8]

    public init(_ format: AdjustmentFormat, data: [UInt8]) {
        self.format = format
        self.data = data
    }
}
