import FilmgateModel
import FilmgatePolicy
import FilmgateWire

// Compiler fault: 2
/// An admitted call about a picked item.
final class PickedItemCall: Sendable {
    /// The handle of the item; nil if the text is not a handle.
    let handle: PickHandle?
    let options: ItemOptions
    let admission: Admission

    init(_ name: PickHandleText, _ options: ItemOptions, _ admission: Admission) {
        handle = name.handle
        self.options = options
        self.admission = admission
    }
}

// Compiler fault: 2
/// An item that a client requests, with its files.
final class OpenedItem: Sendable {
    let item: PickedItem
    let formats: ItemFormats
    let isLive: Bool
    /// The asset's primary file, which the asset's properties describe.
    let file: Resource
    /// The file with the video of a live photo, if that is a separate file.
    let pairedFile: Resource?
    /// The call's admission, limited to this item.
    let admission: Admission
    private let mediaType: MediaType

    init(
        _ item: PickedItem, _ asset: PickedAsset, _ file: Resource, _ files: [Resource], _ admission: Admission
    ) {
        self.item = item
        self.file = file
        self.admission = admission
        formats = asset.formats(of: item)
        // Edits of motion photos embed no video.
        let isEdited = files.contains { $0.type == .fullSizePhoto }
        isLive = asset.isLive && (!isEdited || files.contains { $0.type == .fullSizePairedVideo })
        mediaType = asset.mediaType
        pairedFile = files.first { $0.type == .pairedVideo }
    }

    /// The form in which an item is delivered.
    enum Form {
        /// The file in its own format.
        case file
        case image(ImageSpecification)
        case video(VideoSpecification)
        /// The video of a live photo. The video's shorter side has at most this size.
        case pairedVideo(side: UInt32?)
    }

    var subject: AuditSubject { AuditSubject(ids: [ObjectID(item.asset)]) }

    func order(for file: Resource) -> RequestedResource {
        RequestedResource(item.asset, file.type, without: [], admission)
    }

    func imageOptions(_ specification: ImageSpecification, _ options: ItemOptions) -> ImageOptions {
        ImageOptions(specification, delivery: .highQuality, handleToken: options.handleToken)
    }

    /// - Throws: `invalidArgument` if the item is not available in the requested format, or does not have the
    ///   requested part.
    func form(_ options: ItemOptions) throws(WireError) -> Form {
        if options.part == .photo, mediaType != .image { throw noPart(.photo) }
        if options.part == .pairedVideo {
            guard isLive else { throw noPart(.pairedVideo) }
            guard options.mimeType == nil, !options.isCropped else {
                throw .invalidArgument("RequestItem: the video of a live photo takes no 'mime-type' and no 'cropped'.")
            }
            return .pairedVideo(side: [options.width, options.height].compactMap(\.self).min())
        }
        let isMade = options.width != nil || options.height != nil || options.isCropped
        if let wanted = options.mimeType, !formats.all.contains(wanted) { throw noFormat("RequestItem", wanted) }
        let best = isMade ? formats.all.first(where: canBeMade) : formats.all.first
        guard let type = options.mimeType ?? best else { throw noFormat("RequestItem", "") }
        if type == formats.own, !isMade { return .file }
        guard canBeMade(type) else {
            throw .invalidArgument(
                "RequestItem: '\(type)' is the format of the file, which cannot be made in a different size; ask for one of "
                    + ItemFormats.images.map { "'\($0)'" }.joined(separator: ", ") + ".")
        }
        switch mediaType {
        case .image: return .image(image(type, options))
        case .video: return .video(video(options))
        }
    }

    private func noPart(_ part: LivePhotoPart) -> WireError {
        .invalidArgument("RequestItem: the item has no part '\(part.rawValue)'.")
    }

    func noFormat(_ method: String, _ wanted: String) -> WireError {
        .invalidArgument(
            "\(method): the item cannot be had as '\(quotable(wanted))'; ask for one of "
                + formats.all.map { "'\($0)'" }.joined(separator: ", ") + ".")
    }

    private func canBeMade(_ type: String) -> Bool {
        mediaType == .video ? type == ItemFormats.video : ItemFormats.images.contains(type)
    }

    private func image(_ type: String, _ options: ItemOptions) -> ImageSpecification {
        var specification = ImageSpecification()
        (specification.width, specification.height) = (options.width, options.height)
        specification.format = ImageSpecification.Format(rawValue: type) ?? .jpeg
        if options.isCropped { specification.crop = item.crop ?? .whole }
        return specification
    }

    private func video(_ options: ItemOptions) -> VideoSpecification {
        var specification = VideoSpecification()
        let side = [options.width, options.height].compactMap(\.self).min()
        specification.preset = [.low, .medium].first { ($0.side ?? 0) >= side ?? .max } ?? .high
        if let trim = item.trim { (specification.start, specification.end) = (trim.lowerBound, trim.upperBound) }
        return specification
    }
}
