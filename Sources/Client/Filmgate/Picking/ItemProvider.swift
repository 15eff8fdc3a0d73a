import FilmgateDBus
public import FilmgateModel
public import FilmgateSystem
import FilmgateWire

/// A picked item, which is loaded when it is needed, like `NSItemProvider`.
///
/// The item ends, so that it can no longer be loaded, at the latest with its asset or with the bus connection of the
/// pick. The items of a lasting pick do not end with the connection: see `PhotoLibrary.keptItems`.
public struct ItemProvider: Sendable {
    let connection: BrokerConnection
    let handle: String
    /// The MIME types of the formats in which the item can be loaded, the best one first.
    public let mimeTypes: [String]

    /// Opens the stored file. `org.filmgate.Picker1.OpenItem`.
    ///
    /// - Throws: `invalidArgument` if the item is available only in converted formats (use `load`); `accessDenied`
    ///   if metadata cannot be removed from the file; `notFound` if the item has ended.
    public func open() async throws(PhotoLibraryError) -> PickedFile {
        let (content, details) = try await connection.call(PickerInterface.openItem, MessageArguments(try name(), ""))
            .values
        return PickedFile(content, details)
    }

    /// Loads the item in a format and a size. `org.filmgate.Picker1.RequestItem`.
    ///
    /// - Parameters:
    ///   - mimeType: one of `mimeTypes`; nil for the first of them that supports the size.
    ///   - width: the maximum width of the image or video, in pixels; nil for no limit.
    ///   - height: the maximum height of the image or video, in pixels; nil for no limit.
    ///   - cropped: whether to load only the part that the person selected.
    ///   - part: one part of a live photo; nil for both parts.
    ///   - withMetadata: whether an image that is made has the metadata of the file, without what is removed, maker
    ///     notes, and values that the broker does not know.
    /// - Returns: the progress and the files as they arrive. The request begins and ends with the iteration.
    public func load(
        as mimeType: String? = nil, width: UInt32? = nil, height: UInt32? = nil, cropped: Bool = false,
        part: LivePhotoPart? = nil, withMetadata: Bool = false
    ) -> ItemDeliveries {
        ItemDeliveries(
            provider: self,
            options: ItemOptions(
                mimeType: mimeType, width: width, height: height, isCropped: cropped, hasMetadata: withMetadata,
                part: part))
    }

    /// Returns the metadata of the file, without the kinds that are removed from the item.
    /// `org.filmgate.Picker1.GetItemMetadata`.
    ///
    /// - Throws: `notFound` if the item has ended.
    public func metadata() async throws(PhotoLibraryError) -> FileMetadata {
        let arguments = MessageArguments(try name(), NoOptions())
        return FileMetadata(try await connection.call(PickerInterface.getItemMetadata, arguments).values)
    }

    fileprivate func name() throws(PhotoLibraryError) -> PickHandleText {
        guard let handle = PickHandle(handle) else {
            throw .invalidReply("The broker gave an item the invalid handle '\(quotable(handle))'.")
        }
        return PickHandleText(handle)
    }
}

/// A file of a picked item.
public struct PickedFile: Sendable {
    /// The file, open for reading and positioned at its start.
    public let content: OwnedDescriptor
    /// `photo`, `video`, or `pairedVideo` for the video of a live photo; nil for types that this library does not know.
    public let type: ResourceType?
    public let mimeType: String
    /// The width of the picture in pixels; nil for a stored file, which was not made for this app.
    public let pixelWidth: Int?
    public let pixelHeight: Int?
    /// The kinds of metadata that the broker found and removed.
    public let redacted: Set<MetadataKind>

    init(_ content: OwnedDescriptor, _ details: DeliveryDetails) {
        self.content = content
        type = ResourceType(rawValue: details.resourceType)
        mimeType = details.mimeType
        pixelWidth = details.pixelWidth.map { Int($0) }
        pixelHeight = details.pixelHeight.map { Int($0) }
        redacted = details.redacted
    }
}

/// An event of a request for a picked item.
public enum ItemDelivery: Sendable {
    /// The completed fraction of the work, from 0 to 1.
    case progress(Double)
    case file(PickedFile)
}

/// The deliveries of a request for a picked item: one file, or the photo and then the video of a live photo.
///
/// The iteration throws `PhotoLibraryError`: `notFound` if the item has ended, `invalidArgument` for an unavailable
/// format, `invalidContent` for a file that is damaged, `tooLarge`, `limitsExceeded`, `accessDenied` if the item ended
/// in the meantime, and `inputOutput` if the request was cancelled.
public struct ItemDeliveries: AsyncSequence, Sendable {
    public typealias Element = ItemDelivery

    let provider: ItemProvider
    let options: ItemOptions

    /// All files. The property waits for them, and throws the errors of the iteration.
    public var files: [PickedFile] {
        get async throws {
            var files: [PickedFile] = []
            for try await delivery in self {
                if case .file(let file) = delivery { files.append(file) }
            }
            return files
        }
    }

    /// The first file: the photo or the video. The property waits for the file, and throws the errors of the iteration.
    public var file: PickedFile {
        get async throws {
            for try await delivery in self {
                if case .file(let file) = delivery { return file }
            }
            throw PhotoLibraryError.invalidReply("The broker delivered no file.")
        }
    }

    public func makeAsyncIterator() -> AsyncThrowingStream<ItemDelivery, any Error>.Iterator {
        AsyncThrowingStream.requesting { continuation in
            let name = try provider.name()
            try await provider.connection.requestContent(
                PickerInterface.requestItem,
                { token in
                    var options = options
                    options.handleToken = token
                    return MessageArguments(name, options)
                },
                { event in continuation.yield(ItemDelivery(event)) })
        }.makeAsyncIterator()
    }
}

extension ItemDelivery {
    fileprivate init(_ event: ContentEvent) {
        switch event {
        case .progress(let fraction): self = .progress(fraction)
        case .delivery(let content, let details): self = .file(PickedFile(content, details))
        }
    }
}
