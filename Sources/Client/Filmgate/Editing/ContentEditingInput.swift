public import FilmgateModel
public import FilmgateSystem
public import FilmgateWire

// Compiler fault: 2
/// The content that an app edits, like PhotoKit's `PHContentEditingInput`.
public final class ContentEditingInput: Sendable {
    /// The read-only file, positioned at its start: the original if `adjustmentData` is not nil, or else the asset's
    /// current content.
    public let content: OwnedDescriptor
    public let mediaType: MediaType
    public let resourceType: ResourceType
    public let mimeType: String
    /// The Exif orientation of the content. The files that the app renders must be upright.
    public let orientation: Int
    /// The video of a live photo, to be edited together with the photo; nil for other assets.
    public let pairedVideo: OwnedDescriptor?
    public let pairedMIMEType: String?
    /// The content as an upright JPEG, if the app asked for it.
    public let displayImage: OwnedDescriptor?
    /// The data of the previous edit, if the app can resume that edit; nil if the app starts from the current content.
    public let adjustmentData: AdjustmentData?

    init(_ content: OwnedDescriptor, _ input: EditingInput) {
        self.content = content
        mediaType = input.mediaType
        resourceType = input.resourceType
        mimeType = input.mimeType
        orientation = Int(input.orientation)
        pairedVideo = input.pairedVideo
        pairedMIMEType = input.pairedMIMEType
        displayImage = input.displayImage
        adjustmentData = input.format.map { AdjustmentData($0, data: input.adjustmentData) }
    }
}

/// The result of an app's edit, like PhotoKit's `PHContentEditingOutput`.
public final class ContentEditingOutput: Sendable {
    let renders: [NewAssetResource]
    let adjustmentData: AdjustmentData

    /// - Parameters:
    ///   - renders: upright files: `fullSizePhoto` for a photo, `fullSizeVideo` for a video, or both `fullSizePhoto`
    ///     and `fullSizePairedVideo` for a live photo.
    ///   - adjustmentData: the data with which the app can resume the edit later.
    public init(_ renders: [NewAssetResource], adjustmentData: AdjustmentData) {
        self.renders = renders
        self.adjustmentData = adjustmentData
    }
}

/// The data with which an app resumes its edit, like PhotoKit's `PHAdjustmentData`.
///
/// The library stores this data with the asset, and returns it only to apps that can resume edits in this format.
public struct AdjustmentData: Hashable, Sendable {
    /// The format and its version, for example `org.example.Vignette`, version 1.
    public let format: AdjustmentFormat
    /// The data, in the app's own format; at most `AdjustmentFormat.mostData` bytes.
    public let data: [UInt8]

    public init(_ format: AdjustmentFormat, data: [UInt8]) {
        self.format = format
        self.data = data
    }
}
