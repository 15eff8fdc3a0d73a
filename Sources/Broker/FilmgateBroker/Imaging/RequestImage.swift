import FilmgateDBus
import FilmgateModel
import FilmgatePolicy
import FilmgateStore
import FilmgateWire

/// Opens requests for images.
@BrokerActor struct RequestImage: Sendable {
    let gate: Gate
    let requests: RequestRegistry
    let maker: ImageMaker

    /// - Returns: the path of the request, whose deliveries and response follow.
    /// - Throws: `noSuchAsset`, `lacking` for the original of an edited asset, `limitsExceeded`, and `tooLarge` for an image that does not fit into memory.
    func request(
        _ id: AssetID, _ options: ImageOptions, for call: MethodCall, _ admission: Admission
    ) async throws -> ObjectPath {
        let (client, connection) = (admission.client, admission.connection)
        let access = gate.accessState(of: admission.caller)
        let picture = try await picture(of: id, as: options.specification.version, admission.visibility)
        let limits = admission.visibility.limits
        let order = try order(of: picture, options.specification, within: limits)
        try await gate.tripwires.take(.images, id, admission)
        let path = try requests.open(options.handleToken, of: client.id, for: connection, bytes: order.room)
        let request = ImageRequest(
            of: id, order, within: limits, options.delivery, at: path,
            from: admission.caller, seen: access.view?.visibility == admission.visibility ? access : nil, self)
        requests.prepare(path, for: call, on: connection, request)
        return path
    }

    /// - Throws: `tooLarge` for an image that does not fit into memory.
    func order(
        of picture: PictureFile, _ specification: ImageSpecification, within limits: ContentLimits
    ) throws(WireError) -> ImageOrder {
        let order = ImageOrder(picture, specification, within: limits)
        guard order.room <= ImageOrder.mostRoom else {
            throw .tooLarge("This image would have \(order.room) bytes; ask for a smaller one.")
        }
        return order
    }

    /// - Throws: `noSuchAsset`; `lacking` for the original of an edited asset.
    func picture(
        of id: AssetID, as version: ImageSpecification.Version, _ visibility: Visibility
    ) async throws -> PictureFile {
        guard let picture = try await gate.core.library.picture(of: id, as: version, visibleTo: visibility) else {
            throw WireError.noSuchAsset
        }
        try visibility.checkOriginal(isNeeded: picture.isReplaced)
        return picture
    }
}

extension Visibility {
    /// - Throws: `lacking` if the original of an edited asset is needed, and the client has no right to it.
    func checkOriginal(isNeeded: Bool) throws(WireError) {
        guard !isNeeded || rights.contains(.originals) else { throw .lacking(.originals) }
    }
}
