import FilmgateDBus
import FilmgateModel
import FilmgatePolicy
import FilmgateStore
import FilmgateSystem
import FilmgateWire
import FilmgateWorkers

/// Finishes sessions with renders that the library makes itself, by rotating, mirroring and cropping.
///
/// The client gets no content, but needs the same access as for `Finish`.
@BrokerActor final class TransformContentHandler {
    private let finishing: FinishEditingHandler
    private let memory: ClientFileTable<FileIdentity>

    /// - Parameter memory: limits the files in memory that are being made for a client.
    init(_ finishing: FinishEditingHandler, within memory: ClientFileTable<FileIdentity>) {
        self.finishing = finishing
        self.memory = memory
    }

    private var ingest: FileIngester { finishing.ingest }
    private var library: Library { ingest.library }

    /// Finishes a session. If the session began with a ticket, commits the edit at once.
    ///
    /// - Throws: `invalidArgument` for a finished session, or for a video that cannot be changed; the errors of
    ///   `FinishEditingHandler.finish`.
    func transform(
        _ session: EditSession, _ transform: ContentTransform, for call: MethodCall, _ admission: Admission
    ) async throws {
        guard session.isOpen else {
            throw WireError.invalidArgument("Transform: this session has been finished already.")
        }
        let asset = session.asset
        guard asset.mediaType == .image || transform.crop == .whole else {
            throw WireError.invalidArgument("Transform: videos can be rotated and mirrored, but not cropped.")
        }
        try await finishing.complete(session, for: call) {
            try await finishing.stagingEdit { try await edit(of: asset, transform, admission) }
        }
    }

    /// The asset to transform, the transform, and the access of the client.
    @BrokerActor private final class Work {
        let asset: EditableAsset
        let record: TransformRecord
        /// The content from which the renders are made, and the transform to apply to it.
        let source: ImageSpecification.Version
        let transform: ContentTransform
        let admission: Admission
        let quota: FileIngester.Quota
        let time: ProcessorTimeMeter

        init(
            _ asset: EditableAsset, _ record: TransformRecord, from source: ImageSpecification.Version,
            by transform: ContentTransform, _ admission: Admission, _ quota: FileIngester.Quota
        ) {
            (self.asset, self.record, self.source, self.transform) = (asset, record, source, transform)
            (self.admission, self.quota) = (admission, quota)
            time = ProcessorTimeMeter(within: quota.budget)
        }
    }

    private func edit(
        of asset: EditableAsset, _ transform: ContentTransform, _ admission: Admission
    ) async throws -> FinishedEdit {
        let record = try await record(of: asset, followedBy: transform, admission)
        if record.base == .original, record.transform.isIdentity {
            return FinishedEdit(asset: asset, edit: nil, cost: ContentCost())
        }
        let isOriginal = record.base == .original
        let work = Work(
            asset, record, from: isOriginal ? .original : .current, by: isOriginal ? record.transform : transform,
            admission, try await finishing.quota(of: admission.client))
        let data = try await finishing.stage(record.data, for: admission.client.id, work.quota.allowance)
        let renders: [NewAssetResource]
        do {
            switch asset.mediaType {
            case .image: renders = [try await photo(work), try await video(.pairedVideo, work)].compactMap(\.self)
            case .video: renders = [try await video(.video, work)].compactMap(\.self)
            }
        } catch JobRefusal.notAllowed {
            throw work.time.refusal
        }
        let edit = FinishEditingHandler.NewEdit(of: asset, renders, TransformRecord.format, data, work.quota)
        edit.mayBeTurned = true
        edit.cost.time = work.time.total
        return try await finishing.store(edit, for: admission.client)
    }

    /// Returns the record of an asset's transforms, including a new one. If the current edit consists of transforms,
    /// combines the new transform with them.
    private func record(
        of asset: EditableAsset, followedBy transform: ContentTransform, _ admission: Admission
    ) async throws -> TransformRecord {
        guard let format = asset.format else { return TransformRecord(of: .original, transform) }
        guard format == TransformRecord.format,
            let last = TransformRecord(
                try await library.adjustmentData(of: asset, visibleTo: admission.visibility))
        else { return TransformRecord(of: .edit, transform) }
        return TransformRecord(of: last.base, last.transform.followed(by: transform))
    }

    // MARK: Renders

    private func photo(_ work: Work) async throws -> NewAssetResource {
        let (id, visibility) = (work.asset.id, work.admission.visibility)
        guard let picture = try await library.picture(of: id, as: work.source, visibleTo: visibility),
            let original = try await library.picture(of: id, as: .original, visibleTo: visibility)
        else { throw WireError.noSuchAsset }
        let job = PictureTransformJob(
            of: try await library.content(of: picture), by: work.transform, storedAs: picture.orientation,
            metadataOf: try await library.content(of: original),
            pixels: UInt64(picture.pixelWidth) * UInt64(picture.pixelHeight), size: picture.size,
            for: JobOwner(work.admission.client, in: library.user), meter: work.time.meter)
        let room = try memory.reserve(job.room, for: work.admission.client.id)
        defer { withExtendedLifetime(room) {} }
        return NewAssetResource(.fullSizePhoto, try await ingest.workers.transform(job))
    }

    /// Returns nil for a photo without a video, and for a motion photo (with the video inside) that is only cropped.
    private func video(_ type: ResourceType, _ work: Work) async throws -> NewAssetResource? {
        let (asset, admission) = (work.asset, work.admission)
        let isWithin = type == .pairedVideo && !asset.hasOwnPairedVideo
        guard type == .video || asset.isLive, !isWithin || work.transform.orientation != 1 else { return nil }
        guard
            case .found(let video) = try await library.video(
                of: asset.id, as: type, work.source, visibleTo: admission.visibility)
        else {
            if isWithin { return nil }
            throw WireError.noSuchAsset
        }
        var content = try await library.content(of: video)
        if isWithin { content = try await extracted(from: content, work) }
        let facts = try await ingest.workers.inspect(
            content, for: JobOwner(admission.client, in: library.user), meter: work.time.meter)
        guard Self.turnable.contains(facts.mimeType) else {
            throw WireError.invalidArgument(
                "Transform: only videos in MP4 and QuickTime can be rotated, not '\(facts.mimeType)'.")
        }
        var resource = NewAssetResource(type == .video ? .fullSizeVideo : .fullSizePairedVideo, content)
        resource.description = NewFileMetadata(
            orientation: work.transform.orientation(ofPixelsStoredAs: facts.orientation))
        return resource
    }

    /// The video formats whose tables store the rotation for display.
    private static let turnable: Set<String> = ["video/mp4", "video/quicktime", "video/3gpp"]

    /// Copies the video of a motion photo into a separate file.
    private func extracted(from photo: OwnedDescriptor, _ work: Work) async throws -> OwnedDescriptor {
        var specification = VideoSpecification()
        specification.preset = .passthrough
        let size = try photo.facts().size
        let output = try await library.temporaryFile()
        _ = try await ingest.workers.convert(
            VideoConversionJob(
                of: photo, as: specification, into: output, room: size / 8 * 9 + 16 << 20,
                for: JobOwner(work.admission.client, in: library.user), processorTime: 60 + size / 10_000_000,
                meter: work.time.meter
            ) { _, _ in })
        return output
    }
}
