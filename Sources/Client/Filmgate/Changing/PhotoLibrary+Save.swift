public import FilmgateModel
import FilmgateSystem

extension PhotoLibrary {
    /// Saves a photo or a video from memory, like `UIImageWriteToSavedPhotosAlbum`.
    ///
    ///     try await library.save(jpeg, metadata: ["dc:title": ["Sunset"], "exif:DateTimeOriginal":
    ///         ["2024-05-01T19:12:40+02:00"]])
    ///
    /// Requires only the authorization for adding.
    ///
    /// - Parameters:
    ///   - bytes: the contents of the file, as `Data`, `[UInt8]` or any other collection.
    ///   - type: `photo` or `video`.
    ///   - filename: the file name to store, without folders.
    ///   - metadata: the metadata to write into the file, with the names and values of `metadata(of:)`.
    ///   - orientation: the Exif orientation of the stored pixels; nil to keep the orientation in the file.
    ///   - properties: values in the library, which override those in the file.
    /// - Returns: the new asset.
    /// - Throws: `notDetermined` before the app has requested authorization; `invalidContent` for an unreadable file;
    ///   `invalidArgument` if the format cannot hold the metadata or the orientation.
    @discardableResult
    public func save(
        _ bytes: some Collection<UInt8>, as type: ResourceType = .photo, filename: String? = nil,
        metadata: [String: [String]] = [:], orientation: UInt32? = nil,
        properties: AssetChanges = AssetChanges()
    ) async throws(PhotoLibraryError) -> AssetID {
        let file: OwnedDescriptor
        do throws(Errno) {
            file = try .sealedMemory(named: "photo", holding: bytes)
        } catch {
            throw .inputOutput("There is no memory for the file: \(error).")
        }
        var options = AssetCreationOptions()
        options.description.orientation = orientation
        for (name, texts) in metadata.sorted(by: { $0.key < $1.key }) {
            options.description.metadata.tags += texts.map { FileMetadata.Tag(name, $0) }
        }
        return try await save(file, as: type, filename: filename, properties, options)
    }

    /// Saves pixels as a lossless PNG.
    ///
    ///     try await library.save(pixels: canvas.rgba, width: 640, height: 480)
    ///
    /// - Parameters:
    ///   - pixels: the red, green, blue and alpha byte of each pixel in sRGB, row by row from the top.
    ///   - metadata: the metadata to write into the PNG.
    /// - Returns: the new asset.
    /// - Throws: `invalidArgument` if there are not four bytes for each pixel, or if the picture is too large.
    @discardableResult
    public func save(
        pixels: [UInt8], width: Int, height: Int, filename: String? = nil, metadata: [String: [String]] = [:],
        properties: AssetChanges = AssetChanges()
    ) async throws(PhotoLibraryError) -> AssetID {
        guard let picture = RGBAImage(pixels, width: width, height: height) else {
            throw .invalidArgument("There must be four bytes for each pixel.")
        }
        guard let png = picture.png else { throw .invalidArgument("The picture is too large for a PNG.") }
        return try await save(png, filename: filename, metadata: metadata, properties: properties)
    }

    private func save(
        _ file: OwnedDescriptor, as type: ResourceType, filename: String?, _ properties: AssetChanges,
        _ options: AssetCreationOptions
    ) async throws(PhotoLibraryError) -> AssetID {
        var request = ChangeRequest()
        let asset = request.createAsset(
            from: [NewAssetResource(type, file, filename: filename)], properties: properties, options)
        let result: ChangeResult
        do throws(PhotoLibraryError) { result = try await perform(request) } catch { throw error.cause }
        guard let id = result[asset] else {
            throw .invalidReply("The broker did not name the photo that it added.")
        }
        return id
    }
}
