internal import FilmgateDBus
internal import FilmgateMedia
internal import FilmgateModel
internal import FilmgatePolicy
internal import FilmgateStore
internal import FilmgateWire

/// Opens requests for images.
@BrokerActor struct RequestImage: Sendable {
    let gate: Gate
    let library: Library
    let requests: RequestRegistry
    let workers: WorkerPool
    /// Bytes that an image may have.
    private static let largestImage: UInt64 = 512 << 20

    /// - Returns: the path of the request, whose delivery and response follow.
    /// - Throws: `noSuchAsset`, and `tooLarge` for an image that does not fit into memory.
    func request(
        _ id: AssetID, _ options: ImageOptions, for call: MethodCall, _ admission: Admission
    ) async throws -> ObjectPath {
        let (client, connection) = (admission.client, admission.connection)
        guard let picture = try await library.openPicture(of: id, visibleTo: admission.visibility) else {
            throw WireError.noSuchAsset
        }
        let room = Self.room(for: options.specification, of: picture)
        guard room <= Self.largestImage else {
            throw WireError.tooLarge("RequestImage: this image would have \(room) bytes; ask for a smaller one.")
        }
        let path = try requests.open(options.handleToken, of: client.id, for: connection)
        let request = ImageRequest(
            asset: id, picture: picture, specification: options.specification, room: room, path: path,
            caller: Gate.Caller(peer: client, connection: connection), makers: self)
        requests.prepare(path, for: call, on: connection) {
            do { return try await request.response() } catch { return .failed(reply(to: error, in: call)) }
        }
        return path
    }

    /// Returns the bytes that an encoded image can have at most, however the picture is turned.
    private static func room(for specification: ImageSpecification, of picture: PictureFile) -> UInt64 {
        let sides = [(picture.pixelWidth, picture.pixelHeight), (picture.pixelHeight, picture.pixelWidth)]
        let pixels = sides.map { width, height in
            let geometry = ImageGeometry(of: specification, width: width, height: height)
            return UInt64(geometry.width) * UInt64(geometry.height)
        }
        return 4 * (pixels.max() ?? 0) + (1 << 20)
    }
}
