import FilmgateDBus
import FilmgateModel
import FilmgatePolicy
import FilmgateStore
import FilmgateSystem
import FilmgateWire
import FilmgateWorkers
import Synchronization

/// Opens requests for videos.
@BrokerActor struct RequestVideoHandler: Sendable {
    let gate: Gate
    let requests: RequestRegistry
    let made: ClientFileTable<ConvertedVideo>

    var library: Library { gate.core.library }

    /// - Returns: the path of the request object, which sends the delivery and the response later.
    /// - Throws: the errors of `file`, `invalidArgument` if the range begins at or after the end of the video,
    ///   `limitsExceeded`, `tooLarge`, and the errors of `Tripwires`.
    func request(
        _ id: AssetID, _ options: VideoOptions, for call: MethodCall, _ admission: Admission
    ) async throws -> ObjectPath {
        let file = try await file(of: id, as: .video, options.version, admission.visibility)
        guard options.specification.start < file.duration ?? .infinity else {
            throw WireError.invalidArgument("RequestVideo: 'start' must be earlier than the end of the video.")
        }
        try await gate.tripwires.take(.images, id, admission)
        let limits = admission.visibility.limits
        let order = VideoJobInput(file, options.specification, within: limits)
        let reservation = try made.reserve(order.room, for: admission.client.id)
        let path = try requests.open(options.handleToken, for: admission)
        let request = VideoRequest(
            of: id, order, within: limits, reservation, at: path, from: admission.caller, self)
        requests.prepare(path, for: call, on: admission.connection, request)
        return path
    }

    /// - Parameter type: `video`, or `pairedVideo` for the video of a live photo.
    /// - Throws: `noSuchAsset`; `invalidArgument` for an asset without such a video; `lacking` for the original of an
    ///   edited asset if the client has no right to originals.
    func file(
        of id: AssetID, as type: ResourceType, _ version: ImageSpecification.Version, _ visibility: Visibility
    ) async throws -> VideoFile {
        switch try await library.video(of: id, as: type, version, visibleTo: visibility) {
        case .found(let file):
            try visibility.checkOriginal(isNeeded: file.isReplaced)
            return file
        case .noSuchAsset: throw WireError.noSuchAsset
        case .noVideo where type == .pairedVideo:
            throw WireError.invalidArgument("RequestLivePhoto: the asset is no live photo.")
        case .noVideo:
            throw WireError.invalidArgument("RequestVideo: the asset is a photo; ask for its image with RequestImage.")
        }
    }
}

// Compiler fault: 2
/// An open request for a video of an asset.
@BrokerActor final class VideoRequest: ContentRequest {
    private let asset: AssetID
    private let order: VideoJobInput
    /// The limits of the grant when the call was made.
    private let limits: ContentLimits
    private let reservation: ClientFileTable<ConvertedVideo>.Reservation
    private let path: ObjectPath
    private let caller: Gate.Caller
    private let service: RequestVideoHandler
    private let progress = Mutex(0.0)

    init(
        of asset: AssetID, _ order: VideoJobInput, within limits: ContentLimits,
        _ reservation: ClientFileTable<ConvertedVideo>.Reservation,
        at path: ObjectPath,
        from caller: Gate.Caller, _ service: RequestVideoHandler
    ) {
        self.asset = asset
        self.order = order
        self.limits = limits
        self.reservation = reservation
        self.path = path
        self.caller = caller
        self.service = service
    }

    /// Delivers the video.
    ///
    /// - Throws: `accessDenied`, `limitsExceeded`, `JobRefusal`, `CancellationError`, and the errors of the store.
    func response() async throws -> RequestResponse {
        if let video = service.made.first(of: caller.client.id, where: { $0.order.answers(order) }) {
            try await deliver(video)
            return RequestResponse(.success)
        }
        let reports = reportProgress()
        defer { reports.cancel() }
        let output = try await service.library.temporaryFile()
        if order.specification.isFragmented {
            try await deliverWhileMaking(in: output)
        } else {
            let video = try await convert(into: output) { _ in }
            reports.cancel()
            try await deliver(video)
            service.made.add(video)
        }
        return RequestResponse(.success)
    }

    /// Delivers a pipe at once, and writes the worker's output to the pipe as it is made.
    private func deliverWhileMaking(in output: OwnedDescriptor) async throws {
        let writer = try await deliverPipe(from: output)
        let video = try await withThrowingTaskGroup(of: ClientFileTable<ConvertedVideo>.File?.self) { group in
            group.addTask {
                try await writer.run()
                return nil
            }
            group.addTask {
                let video = try await self.convert(into: output) { finalBytes in
                    BrokerActor.perform { writer.grow(to: finalBytes) }
                }
                await writer.complete(at: video.size)
                return video
            }
            var video: ClientFileTable<ConvertedVideo>.File?
            for try await made in group { video = made ?? video }
            return video
        }
        // The client has only a pipe, so the video can be delivered again only if it is kept, as for the owner's tools.
        if let video, video.isKept { service.made.add(video) }
    }

    /// - Returns: the writer of the pipe whose reading end the client has received.
    private func deliverPipe(from output: OwnedDescriptor) async throws -> PipeWriter {
        let (reading, writing) = try OwnedDescriptor.pipe(waits: false)
        // The size is not known until the worker has determined it.
        var details = details(of: nil)
        details.isProgressive = true
        try await service.requests.deliver(reading, details, at: path, to: caller.connection, of: self)
        return PipeWriter(of: output, into: writing)
    }

    /// - Parameter grow: called on a thread of the pool with the number of output bytes that will not change.
    private func convert(
        into output: OwnedDescriptor, growing grow: @escaping @Sendable (UInt64) -> Void
    ) async throws -> ClientFileTable<ConvertedVideo>.File {
        let source = try await service.library.content(of: order.file)
        let client = caller.client
        let conversion = VideoConversionJob(
            of: source, as: order.specification, into: output, room: order.room,
            for: JobOwner(user: service.library.user, client: client.id, keepsPlaceFree: false),
            processorTime: order.processorTime
        ) { [weak self] fraction, finalBytes in
            self?.progress.withLock { $0 = fraction }
            grow(finalBytes)
        }
        let made = try await service.gate.services.workers.convert(conversion)
        let label = ConvertedVideo(
            order: order, pixelWidth: made.pixelWidth, pixelHeight: made.pixelHeight,
            reading: try await service.library.readOnly(output))
        return ClientFileTable.File(
            label: label, content: output, size: made.size, client: client.id, isKept: client.isOwnersTool)
    }

    private func reportProgress() -> RepeatingTimer {
        var last = 0.0
        return service.requests.reportProgress(at: path, to: caller.connection) { [self] _ in
            let fraction = progress.withLock { $0 }
            guard fraction > last else { return nil }
            last = fraction
            return fraction
        }
    }

    var accessState: AccessState { service.gate.accessState(of: caller) }

    /// Whether the client sees the asset now, and may have a video of this size.
    var isAllowed: Bool {
        get async throws {
            try await service.gate.allows(caller) { visibility in
                guard visibility.limits.allow(contentWithin: limits),
                    !order.file.isReplaced || visibility.rights.contains(.originals),
                    case .found = try await service.library.video(
                        of: asset, as: order.file.role, .original, visibleTo: visibility)
                else { return false }
                return true
            }
        }
    }

    private func deliver(_ video: ClientFileTable<ConvertedVideo>.File) async throws {
        let details = details(of: video.label)
        let lender = ClientFileProvider(library: service.library, memory: service.requests.memory)
        let content = try await lender.lend(try video.label.reading.reopenedReadOnly(), to: caller.client)
        try await service.requests.deliver(content, details, at: path, to: caller.connection, of: self)
    }

    private func details(of video: ConvertedVideo?) -> DeliveryDetails {
        DeliveryDetails(
            resourceType: order.file.type.rawValue, pixelWidth: video?.pixelWidth, pixelHeight: video?.pixelHeight,
            mimeType: "video/mp4")
    }
}

/// A finished video: its order and its size.
struct ConvertedVideo: Sendable {
    let order: VideoJobInput
    let pixelWidth: UInt32
    let pixelHeight: UInt32
    /// The descriptor from which the file is opened for clients.
    let reading: OwnedDescriptor
}

/// A video to make: the source file and the specification.
struct VideoJobInput: Hashable, Sendable {
    let file: VideoFile
    let specification: VideoSpecification

    /// - Parameter limits: the limits of a grant. The order contains `maxPixels` only if this limit can make the video
    ///   smaller.
    init(_ file: VideoFile, _ specification: VideoSpecification, within limits: ContentLimits) {
        self.file = file
        var specification = specification
        // Other videos do not change, and need neither more room nor more time.
        if !file.isSlowMotion { specification.isSlowMotion = false }
        var limited = specification
        limited.maxPixels = limits.maxPixels
        let concerns =
            file.pixelWidth == nil
            || VideoJobInput.geometry(of: limited, file) != VideoJobInput.geometry(of: specification, file)
        self.specification = concerns ? limited : specification
    }

    /// Returns the dimensions of a video. If those of the file are unknown, assumes the largest of live photo videos.
    private static func geometry(of specification: VideoSpecification, _ file: VideoFile) -> VideoGeometry {
        VideoGeometry(of: specification, width: file.pixelWidth ?? 7680, height: file.pixelHeight ?? 3456)
    }

    /// Returns whether a video that was made for this order also satisfies `other`. An order for a fragmented video
    /// also accepts an unfragmented one.
    func answers(_ other: VideoJobInput) -> Bool {
        var whole = other.specification
        whole.isFragmented = false
        return file == other.file && [other.specification, whole].contains(specification)
    }

    /// The maximum size of the video, in bytes.
    var room: UInt64 {
        let converted = VideoJobInput.geometry(of: specification, file).room(seconds: seconds)
        // The tables and the sound of a video can grow when they are rewritten.
        return specification.preset == .passthrough ? max(converted, file.size / 8 * 9 + 1 << 20) : converted
    }

    /// The processor time that making the video may take, in seconds.
    var processorTime: UInt64 {
        let megapixels = Double(UInt64(file.pixelWidth ?? 3840) * UInt64(file.pixelHeight ?? 2160)) / 1e6
        return UInt64(min(VideoJobInput.mostProcessorTime, 60 + seconds * (5 + 3 * megapixels)))
    }

    private static let mostProcessorTime = 12 * 3600.0

    /// The duration of the requested part in seconds, limited to what is plausible for a file of this size.
    private var seconds: Double {
        // A bounce plays forward and backward. Only the worker determines how much slower slow motion becomes.
        wholeSeconds
            * (specification.isSlowMotion
                ? Double(SlowMotion.mostFactor) : specification.playback == .bounce ? 2 : 1)
    }

    private var wholeSeconds: Double {
        let plausible = max(600, Double(file.size) / 500)
        let whole = min(file.duration ?? (file.role == .pairedVideo ? 60 : 4 * 3600), plausible)
        return max(0, min(specification.end ?? .infinity, whole) - min(specification.start, whole))
    }
}
