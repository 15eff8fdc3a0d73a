import FilmgateDBus
import FilmgateModel
import FilmgatePolicy
import FilmgateStore
import FilmgateSystem
import FilmgateWire
import FilmgateWorkers

// Compiler fault: 2
/// Begins edit sessions, and gives clients the content to edit.
@BrokerActor final class BeginEditingHandler {
    private let opening: OpenResourceHandler
    private let images: RequestImageHandler
    private let tickets: EditTickets
    /// A random path element for this process, so that no path of an earlier broker names a session of this broker.
    private let broker = ObjectPaths.brokerElement()

    init(_ opening: OpenResourceHandler, _ images: RequestImageHandler, _ tickets: EditTickets) {
        self.opening = opening
        self.images = images
        self.tickets = tickets
    }

    private var gate: Gate { opening.gate }
    private var core: LibraryCore { gate.core }

    /// The number of attempts to open the content, which can change during each attempt.
    private static let attempts = 3

    struct BeginReply: Sendable {
        let path: ObjectPath
        let content: OwnedDescriptor
        let input: EditingInput
    }

    /// - Throws: `noSuchAsset`, `accessDenied`, `limitsExceeded`, `lacking` if editing needs files that the client may
    ///   not open, `busy` if the content keeps changing, and the errors of opening the files.
    func begin(_ id: AssetID, _ options: EditingOptions, _ admission: Admission) async throws -> BeginReply {
        for _ in 0..<Self.attempts {
            guard let asset = try await core.library.editableAsset(id, visibleTo: admission.visibility) else {
                throw WireError.noSuchAsset
            }
            try checkRoom(admission.connection)
            let content: (file: OwnedDescriptor, input: EditingInput)
            do { content = try await self.content(of: asset, options, admission) } catch let error as Errno
                where error == .noEntry
            {
                // The files were replaced meanwhile.
                continue
            }
            // The client may have lost its access meanwhile, or the content may have changed.
            var current: EditableAsset?
            let isAllowed = try await gate.allows(admission.caller) { visibility in
                guard visibility == admission.visibility else { return false }
                current = try await core.library.editableAsset(id, visibleTo: visibility)
                return true
            }
            guard isAllowed else { throw WireError.accessDenied }
            guard let current else { throw WireError.noSuchAsset }
            guard current.hasContent(of: asset) else { continue }
            // Other calls may have begun sessions meanwhile.
            try Task.checkCancellation()
            try checkRoom(admission.connection)
            let path = admission.connection.edits.add(EditSession(of: asset, admission.item)) { [broker] serial in
                ObjectPaths.editSession(serial, of: admission.connection.name, at: broker)
            }
            return BeginReply(path: path, content: content.file, input: content.input)
        }
        throw WireError.contentChanges
    }

    /// Begins a session with a ticket, which proves that the person chose this client to edit an asset.
    ///
    /// - Throws: `accessDenied` for an invalid ticket, and the errors of `begin`. A valid ticket is used up even if the
    ///   session does not begin.
    func takeUp(_ text: String, _ options: EditingOptions, _ admission: Admission) async throws -> BeginReply {
        let client = admission.client
        let rules = core.grants.rules(of: client.id)
        let ticket = try tickets.take(text, for: client, under: rules, at: core.clock.sinceBoot())
        let connection = admission.connection
        connection.edits.beginOpening(ticket.item)
        defer { connection.edits.endOpening(ticket.item) }
        let begun = try await begin(ticket.asset, options, Admission(admission, to: ticket.item))
        core.audit.note("take-up", .allowed, AuditSubject(ids: [ObjectID(ticket.asset)]), by: admission.client)
        return begun
    }

    /// Creates a ticket with which an editor that the person chose can begin a session.
    ///
    /// - Throws: `notAuthorized` if the caller is not one of the owner's tools, `noSuchAsset`, `restricted` if policy
    ///   forbids the edit.
    func createTicket(_ id: AssetID, for editor: ClientID, _ admission: Admission) async throws -> String {
        guard admission.client.isOwnersTool else { throw WireError.notAuthorized }
        guard let asset = try await core.library.editableAsset(id, visibleTo: admission.visibility) else {
            throw WireError.noSuchAsset
        }
        let rules = core.grants.rules(of: editor)
        let made = Result { () throws(EditTicketRefusal) in
            try EditTicket(for: editor, toEdit: id, under: rules, at: core.clock.sinceBoot())
        }
        guard case .success(let ticket) = made, ticket.allows(asset.mediaType) else { throw WireError.restricted }
        return tickets.add(ticket).description
    }

    private func checkRoom(_ connection: ClientConnection) throws(WireError) {
        guard connection.edits.hasRoom else {
            throw .limitsExceeded(
                "A connection can have \(OpenEdits.limit) editing sessions; finish or cancel one of them first.")
        }
    }

    // MARK: Content

    private func content(
        of asset: EditableAsset, _ options: EditingOptions, _ admission: Admission
    ) async throws -> (file: OwnedDescriptor, input: EditingInput) {
        guard admission.visibility.closesFiles == nil else { return try await image(of: asset, options, admission) }
        let mayResume = admission.visibility.showsAdjustmentData(of: asset.editor, to: admission.client)
        let resumed = asset.format.flatMap { options.handles.contains($0) && mayResume ? $0 : nil }
        let isOriginal = resumed != nil || asset.format == nil
        let main = try asset.resource(asset.mediaType == .image ? .photo : .video, isOriginal: isOriginal)
        let file = try await open(main.type, asset, admission)
        var input = EditingInput(
            mediaType: asset.mediaType, main.type, mimeType: main.mimeType,
            orientation: isOriginal ? asset.originalOrientation : asset.orientation)
        if asset.hasOwnPairedVideo {
            let video = try asset.resource(.pairedVideo, isOriginal: isOriginal)
            input.pairedVideo = try await open(video.type, asset, admission)
            input.pairedMIMEType = video.mimeType
        }
        if let resumed {
            input.format = resumed
            input.adjustmentData = try await core.library.adjustmentData(of: asset, visibleTo: admission.visibility)
        }
        input.displayImage = try await displayImage(of: asset, options, isOriginal: isOriginal, admission)
        return (file, input)
    }

    private func open(
        _ type: ResourceType, _ asset: EditableAsset, _ admission: Admission
    ) async throws -> OwnedDescriptor {
        try await opening.handOut(RequestedResource(asset.id, type, without: [], admission)).content
    }

    /// Returns a rendered full-size image, for a client that may not open the asset's files.
    private func image(
        of asset: EditableAsset, _ options: EditingOptions, _ admission: Admission
    ) async throws -> (file: OwnedDescriptor, input: EditingInput) {
        guard asset.renders == [.fullSizePhoto] else { throw WireError.lacking(.originals) }
        let file = try await image(of: asset, ImageSpecification(), admission)
        var input = EditingInput(
            mediaType: .image, asset.format == nil ? .photo : .fullSizePhoto,
            mimeType: ImageSpecification.Format.jpeg.rawValue, orientation: 1)
        input.displayImage = try await displayImage(of: asset, options, isOriginal: false, admission)
        return (file, input)
    }

    private func displayImage(
        of asset: EditableAsset, _ options: EditingOptions, isOriginal: Bool, _ admission: Admission
    ) async throws -> OwnedDescriptor? {
        guard let size = options.displaySize else { return nil }
        var specification = ImageSpecification.fitting(size.width, size.height)
        specification.version = isOriginal ? .original : .current
        return try await image(of: asset, specification, admission)
    }

    private func image(
        of asset: EditableAsset, _ specification: ImageSpecification, _ admission: Admission
    ) async throws -> OwnedDescriptor {
        let picture = try await images.picture(of: asset.id, as: specification.version, admission.visibility)
        let order = try images.order(of: picture, specification, within: admission.visibility.limits)
        try await gate.tripwires.take(.images, asset.id, admission)
        let client = admission.client
        let room = try images.requests.memory.reserve(order.room, for: client.id)
        defer { withExtendedLifetime(room) {} }
        if let image = try await images.maker.cached([order], for: client) { return image.content }
        return try await images.maker.make(order, for: JobOwner(client, in: core.user)).get().content
    }
}

extension EditableAsset {
    /// Returns the original file of this type, or the edited version of the file.
    ///
    /// - Throws: `noSuchResource` if it does not exist.
    fileprivate func resource(_ type: ResourceType, isOriginal: Bool) throws(WireError) -> Resource {
        let wanted = isOriginal ? type : type.render ?? type
        guard let resource = resources.first(where: { $0.type == wanted }) else { throw .noSuchResource(wanted) }
        return resource
    }
}

extension WireError {
    static let contentChanges = WireError.busy(
        "The asset has been edited or reverted meanwhile; begin again with its present content.")
}
