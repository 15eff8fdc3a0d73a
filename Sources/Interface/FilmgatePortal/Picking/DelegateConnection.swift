import FilmgateDBus
import FilmgateModel
import FilmgateSystem
import FilmgateWire

/// A connection to the broker that acts for one app: it can pick items, open picked items, and add assets.
struct DelegateConnection: Sendable {
    let connection: Connection
    /// The app, as the broker identified it.
    let client: ClientID
    /// The files that the app saved, and that were added on this connection.
    let saved = SavedFiles()

    static let timeout = CallOptions(timeout: .seconds(10))

    /// - Parameters:
    ///   - address: the address of the broker's bus.
    ///   - process: a pidfd of the app's process.
    ///   - started: the latest time at which the process may have started, in clock ticks since boot.
    /// - Throws: `ErrorReply` if there is no bus or no broker, if the broker's configuration does not list this
    ///   program, or if the broker cannot identify the process.
    static func open(
        to address: String, on loop: EventLoop, actingFor process: OwnedDescriptor, startedBy started: UInt64
    ) async throws -> DelegateConnection {
        do {
            return try await attempt(address, loop, process, started)
        } catch let error as ErrorReply where error.name == WireError.prefix + "NotAuthorized" {
            // If the bus started the broker for this call, the connection is older than the broker. The broker then
            // cannot identify the connection.
            return try await attempt(address, loop, process, started)
        }
    }

    private static func attempt(
        _ address: String, _ loop: EventLoop, _ process: OwnedDescriptor, _ started: UInt64
    ) async throws -> DelegateConnection {
        let connection = try await Connection.open(address, on: loop)
        do {
            let row = DelegationInterface.actAs
            let name = try await connection.call(
                row.method, of: row.interface, at: WireNames.rootPath, on: WireNames.busName,
                MessageArguments(process, DelegationOptions(started: started)), options: timeout
            ).values
            // Closes the connection if the broker leaves the bus, because its requests and items are then lost.
            try await connection.watchNames { [weak connection] change in
                guard change.name == WireNames.busName, change.oldOwner != nil else { return }
                connection?.assumeIsolated { $0.close() }
            }
            guard let client = ClientID(name) else { throw ErrorReply.failed("The broker sent an invalid client.") }
            return DelegateConnection(connection: connection, client: client)
        } catch {
            await connection.close()
            throw error
        }
    }

    /// Closes the connection. The broker then forgets the picked items.
    func close() async { await connection.close() }

    /// Lets the person pick items, without a time limit.
    ///
    /// - Throws: the broker's `ErrorReply`, or `CancellationError`.
    func pick(
        _ configuration: PickerConfiguration, parentWindow: String
    ) async throws -> (RequestOutcome, RequestResults) {
        let row = PickerInterface.pick
        let method = Method<MessageArguments<Options>, MessageArguments<ObjectPath>>(row.method.name)
        return try await request(method, of: row.interface) { token in
            var options = PickOptions(configuration, handleToken: token)
            options.parentWindow = parentWindow.isEmpty ? nil : parentWindow
            var values = options.representation
            values["other-files"] = Variant(true)
            return MessageArguments(values)
        }
    }

    /// Loads an item: its file, or the photo of a live photo.
    ///
    /// - Parameters:
    ///   - mimeType: one of the item's formats.
    ///   - isMade: whether to make a new picture even if the file has the format.
    /// - Throws: the broker's `ErrorReply`.
    func content(of item: PickedItemValues, as mimeType: String, isMade: Bool = false) async throws -> OwnedDescriptor {
        let received = DeliveryReceiver()
        let (outcome, results) = try await request(
            PickerInterface.requestItem.method, of: PickerInterface.name, delivered: { received.take($0) }
        ) { token in
            let options = ItemOptions(
                mimeType: mimeType, width: isMade ? .max : nil, hasMetadata: true,
                part: item.mediaType == .image ? .photo : nil, handleToken: token)
            return MessageArguments(PickHandleText(representation: item.handle), options)
        }
        guard outcome == .success, let content = received.content else { throw results.error }
        return content
    }

    /// Sends a request to the broker, and waits for the response. Throws `CancellationError` if the task is cancelled.
    func request<Input>(
        _ method: Method<Input, MessageArguments<ObjectPath>>, of caller: InterfaceName,
        delivered: @escaping @Sendable (OwnedDescriptor) -> Void = { _ in }, _ arguments: (HandleToken) -> Input
    ) async throws -> (RequestOutcome, RequestResults) {
        let request = try await RequestListener(on: connection, prefix: "portal")
        // The broker sends all deliveries before the response, so they are received first.
        let deliveries = try await connection.watchSignals(
            RequestInterface.delivery, of: RequestInterface.name, at: request.path, from: WireNames.busName, ended: {},
            { delivered($0.values.0) })
        defer {
            deliveries.end()
            request.end()
        }
        _ = try await connection.call(
            method, of: caller, at: WireNames.rootPath, on: WireNames.busName, arguments(request.token),
            options: Self.timeout)
        if let response = await request.response() { return response }
        // If the task was cancelled, the broker withdraws the request when the caller closes the connection.
        try Task.checkCancellation()
        throw ErrorReply.disconnected("the broker left before it had answered")
    }
}
