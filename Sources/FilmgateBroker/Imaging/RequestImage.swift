internal import FilmgateDBus
internal import FilmgateModel
internal import FilmgatePolicy
internal import FilmgateStore
internal import FilmgateWire

/// Opens requests for images.
@BrokerActor struct RequestImage: Sendable {
    let gate: Gate
    let library: Library
    let requests: RequestRegistry
    let maker: ImageMaker
    /// Bytes that an image may have.
    private static let largestImage: UInt64 = 512 << 20

    /// - Returns: the path of the request, whose deliveries and response follow.
    /// - Throws: `noSuchAsset`, `limitsExceeded`, and `tooLarge` for an image that does not fit into memory.
    func request(
        _ id: AssetID, _ options: ImageOptions, for call: MethodCall, _ admission: Admission
    ) async throws -> ObjectPath {
        let (client, connection) = (admission.client, admission.connection)
        guard let picture = try await library.picture(of: id, visibleTo: admission.visibility) else {
            throw WireError.noSuchAsset
        }
        let ceiling = admission.visibility.limits.maxPixels
        let order = try order(of: picture, options.specification, within: ceiling)
        let path = try requests.open(options.handleToken, of: client.id, for: connection, bytes: order.room)
        let request = ImageRequest(
            of: id, order, within: ceiling, options.delivery, at: path,
            from: admission.caller, self)
        requests.prepare(path, for: call, on: connection, request)
        return path
    }

    /// - Throws: `tooLarge` for an image that does not fit into memory.
    func order(
        of picture: PictureFile, _ specification: ImageSpecification, within ceiling: UInt32?
    ) throws(WireError) -> ImageOrder {
        let order = ImageOrder(picture, specification, within: ceiling)
        guard order.room <= Self.largestImage else {
            throw .tooLarge("This image would have \(order.room) bytes; ask for a smaller one.")
        }
        return order
    }
}
