internal import FilmgateDBus
internal import FilmgateMedia
internal import FilmgateModel
internal import FilmgatePolicy
internal import FilmgateStore
internal import FilmgateSystem
internal import FilmgateWire

/// Makes images for clients, in workers.
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
        requests.prepare(path, for: call, on: connection) {
            do {
                let image = try await render(picture, as: options.specification, room: room, for: client)
                // The client may have lost the asset meanwhile.
                let now = try? await gate.admit(call, to: .readAssets)
                guard let now, try await library.key(of: id, visibleTo: now.visibility) != nil else {
                    return .failed(WireError.accessDenied.errorReply)
                }
                guard !Task.isCancelled else { return RequestResponse(.cancelled) }
                guard await requests.deliver(image.content, image.details, at: path, to: connection) else {
                    return .failed(
                        WireError.limitsExceeded("This app has not taken in what it was sent before.").errorReply)
                }
                return RequestResponse(.success)
            } catch {
                return Task.isCancelled ? RequestResponse(.cancelled) : .failed(reply(to: error, in: call))
            }
        }
        return path
    }

    private func render(
        _ picture: PictureFile, as specification: ImageSpecification, room: UInt64, for client: Client
    ) async throws -> (content: OwnedDescriptor, details: DeliveryDetails) {
        do {
            let image = try await workers.render(
                picture.content, as: specification, room: room,
                for: JobOwner(user: library.user, client: client.id, leavesRoom: !client.isOwnersTool))
            let details = DeliveryDetails(
                resourceType: picture.type.rawValue, pixelWidth: image.pixelWidth, pixelHeight: image.pixelHeight,
                mimeType: specification.format.mimeType)
            return (image.content, details)
        } catch .invalidContent(let reason) {
            throw WireError.invalidContent(reason)
        } catch .tooLarge(let reason) {
            throw WireError.tooLarge(reason)
        } catch .cancelled {
            throw CancellationError()
        }
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

extension ImageSpecification.Format {
    /// The type of the content that is delivered.
    fileprivate var mimeType: String { self == .pixels ? "application/octet-stream" : rawValue }
}
