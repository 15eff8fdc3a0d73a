import Filmgate

/// The state of the path to which an export would write a file.
enum ExportFileState {
    case free
    /// The file already exists with the content that the export would write. The value is the content's hash.
    case there(String?)
    /// The photo already exists with the current metadata. The values are whether the XMP is embedded, the size, the
    /// hash, and whether a later run would get the same result.
    case embedded(Bool, size: UInt64, String?, isFinal: Bool = true)
    /// An earlier run wrote the file. It is unchanged since then, but outdated. The value is whether the new version
    /// has embedded XMP.
    case outdated(isEmbedded: Bool)
    case taken
}

// Compiler fault: 2
/// A comparison of a file to be written with the file that an earlier run wrote.
final class ExistingFileCheck: Sendable {
    let content: ExportedContent
    let asset: Asset
    let earlier: ExportManifest.EarlierFile?
    let folder: ExportTreeFolder

    init(
        _ content: ExportedContent, _ asset: Asset, _ earlier: ExportManifest.EarlierFile?,
        in folder: ExportTreeFolder
    ) {
        (self.content, self.asset, self.earlier, self.folder) = (content, asset, earlier, folder)
    }

    var file: ExportTreeFile { content.file }

    /// The file to write, but with the size that the earlier run recorded.
    var earlierFile: ExportTreeFile {
        ExportTreeFile(name: file.name, size: earlier?.size ?? file.size, date: file.date)
    }

    /// Returns the hash of the existing file; nil if the path is not a regular file.
    func hash(_ interruption: Interruption) async throws -> String? {
        guard let opened = folder.open(file.name) else { return nil }
        return try await interruption.cancelling { try await opened.manifestHash() }
    }
}

extension LibraryExport {
    func state(of question: ExistingFileCheck) async throws -> ExportFileState {
        let (content, earlier, folder) = (question.content, question.earlier, question.folder)
        switch content.source {
        case .text(let bytes):
            guard folder.isTaken(content.file.name) else { return .free }
            guard let there = folder.open(content.file.name)?.sidecarContent else { return .taken }
            if there == bytes { return .there(content.hash) }
            return earlier?.hash == ExportManifest.hash(of: there) ? .outdated(isEmbedded: false) : .taken
        case .resource(let resource):
            let source = ExportSource(resource, without: settings.without, content.packet)
            if let packet = content.packet {
                return try await state(of: question, source, packet: ExportManifest.hash(of: packet))
            }
            // An earlier run embedded XMP in the file, but this export does not.
            if let earlier, earlier.isEmbedded, content.hash != nil {
                guard folder.isTaken(content.file.name) else { return .free }
                return try await question.hash(interruption) == earlier.hash ? .outdated(isEmbedded: false) : .taken
            }
            return try await state(of: question, source)
        }
    }

    private func state(of question: ExistingFileCheck, _ source: ExportSource) async throws -> ExportFileState {
        let (content, earlier, folder) = (question.content, question.earlier, question.folder)
        let isFixed = content.hash != nil
        var present = folder.occupant(of: content.file)
        if present == .nothing { return .free }
        if present == .other, earlier != nil, !isFixed {
            // The edit may have a new size, or the size is unknown until the file is made.
            present = folder.occupant(of: question.earlierFile)
        }
        if present == .same {
            if isFixed { return .there(content.hash) }
            if let earlier, let hash = earlier.hash,
                earlier.modified == question.asset.modificationTimestamp?.rawValue
            {
                return .there(hash)
            }
        }
        let isOfAnySize = content.file.size == nil && earlier == nil
        guard present != .other || isOfAnySize, let there = try await question.hash(interruption) else { return .taken }
        let now = if isFixed { content.hash } else { try await current(source).hash }
        if there == now {
            if present != .same { folder.setDate(of: content.file) }
            return .there(now)
        }
        return earlier?.hash == there ? .outdated(isEmbedded: false) : .taken
    }

    /// Returns the state of the path for a photo with embedded XMP. The size of the photo is not known in advance.
    ///
    /// - Parameter packet: the hash of the XMP.
    private func state(
        of question: ExistingFileCheck, _ source: ExportSource, packet: String
    ) async throws -> ExportFileState {
        let (earlier, folder) = (question.earlier, question.folder)
        guard folder.isTaken(question.file.name) else { return .free }
        if let earlier, earlier.isCurrent(question.asset, packet: packet) {
            let present = folder.occupant(of: question.earlierFile)
            if present == .same { return .embedded(earlier.isEmbedded, size: earlier.size, earlier.hash) }
            guard present == .sameSize, try await question.hash(interruption) == earlier.hash else { return .taken }
            folder.setDate(of: question.file)
            return .embedded(earlier.isEmbedded, size: earlier.size, earlier.hash)
        }
        guard let there = try await question.hash(interruption) else { return .taken }
        // The file is not recorded, or an earlier run wrote it for a different original or with different XMP.
        let now = try await current(source)
        if there == now.hash {
            folder.setDate(of: question.file)
            return .embedded(now.isEmbedded, size: now.size, there, isFinal: now.isFinal)
        }
        return earlier?.hash == there ? .outdated(isEmbedded: now.isEmbedded) : .taken
    }

    /// The properties of the file that the export would write now.
    private struct NewVersion: Sendable {
        let hash: String
        let size: UInt64
        let isEmbedded: Bool
        let isFinal: Bool
    }

    private func current(_ source: ExportSource) async throws -> NewVersion {
        try await interruption.cancelling { [library] in
            let photo = try await source.open(in: library)
            let content = photo.opened.content
            return NewVersion(
                hash: try await content.manifestHash(), size: try content.facts().size,
                isEmbedded: photo.isEmbedded, isFinal: photo.isFinal)
        }
    }
}

extension ExportManifest.EarlierFile {
    /// Returns whether the photo and its XMP are the same as in the earlier run. If `originalHash` is nil, the asset
    /// must be unmodified, or its original must be the written file.
    fileprivate func isCurrent(_ asset: Asset, packet: String) -> Bool {
        guard packetHash == packet else { return false }
        if let originalHash { return originalHash == asset.contentHash }
        return modified == asset.modificationTimestamp?.rawValue || hash != nil && hash == asset.contentHash
    }
}
