import Filmgate

extension LibraryExport {
    /// Returns the files to write for an asset. If a name is taken, all names get the same number.
    mutating func contents(
        of asset: Asset, _ resources: [AssetResource], in folder: ExportTreeFolder, _ path: [String]
    ) async throws -> [ExportedContent] {
        let resources = resources.filter { settings.without.isEmpty || $0.type.canBeRedacted }
        let packet =
            settings.sidecars || settings.embeds
            ? XMPSidecar(of: asset, without: settings.without).map { Array($0.text.utf8) } : nil
        // If the asset was already written to a different folder, this folder gets the same files.
        let first = written[asset.id]
        let sidecar = settings.sidecars && first?.isEmbedded != true ? packet : nil
        let names = ExportName.names(for: resources, of: asset, besideSidecar: packet != nil)
        let wanted = path + names.map { $0.text(number: 1) }
        var number = numbers[wanted] ?? 1
        while true {
            let texts = names.map { $0.text(number: number) }
            var contents = zip(texts, resources).map { name, resource in
                var content = ExportedContent(
                    source: .resource(resource),
                    // A file from which metadata was removed can be shorter than the original.
                    file: ExportTreeFile(
                        name: name, size: settings.without.isEmpty ? resource.fileSize : nil,
                        date: asset.creationTimestamp),
                    hash: settings.without.isEmpty && resource.type.isPrimary ? asset.contentHash : nil)
                if settings.embeds, first?.isEmbedded != false, let packet,
                    packet.count <= ResourceWithXMP.mostBytes, resource.canHaveXMP
                {
                    content.packet = packet
                    (content.file.size, content.hash) = (nil, nil)
                }
                return content
            }
            if let sidecar, let name = texts.first {
                var content = ExportedContent(
                    source: .text(sidecar),
                    file: ExportTreeFile(name: name + ".xmp", size: UInt64(sidecar.count), date: nil),
                    hash: ExportManifest.hash(of: sidecar))
                content.isFallback = contents.contains { $0.packet != nil }
                contents.append(content)
            }
            let keys = contents.map { $0.file.name.lowercased() }
            if taken[path, default: []].isDisjoint(with: keys),
                try await find(&contents, of: asset, in: folder, path)
            {
                taken[path, default: []].formUnion(keys)
                numbers[wanted] = number + 1
                return contents
            }
            number += 1
        }
    }

    /// Looks for files of an earlier run. Marks outdated files, which will be replaced.
    ///
    /// - Returns: false if a file or folder that no earlier run wrote has one of the names.
    private func find(
        _ contents: inout [ExportedContent], of asset: Asset, in folder: ExportTreeFolder, _ path: [String]
    ) async throws -> Bool {
        var hasPacket = false
        for index in contents.indices {
            let name = contents[index].file.name
            let earlier = manifest.earlier((path + [name]).joined(separator: "/"), of: asset.id)
            switch try await state(of: ExistingFileCheck(contents[index], asset, earlier, in: folder)) {
            case .free: continue
            case .there(let hash):
                (contents[index].exists, contents[index].hash) = (true, hash)
                if contents[index].file.size == nil { contents[index].file.size = try folder.open(name)?.facts().size }
            case .embedded(let isEmbedded, let size, let hash, let isFinal):
                contents[index].isFinal = isFinal
                (contents[index].exists, contents[index].isEmbedded, contents[index].hash) = (true, isEmbedded, hash)
                contents[index].file.size = size
                hasPacket = hasPacket || isEmbedded
            case .outdated(let isEmbedded):
                contents[index].file.replaces = true
                hasPacket = hasPacket || isEmbedded
            // If the XMP is embedded in the photo, no sidecar is needed, and the existing file may be the sidecar of
            // another program.
            case .taken where contents[index].isFallback && hasPacket: continue
            case .taken: return false
            }
        }
        return true
    }
}

extension ResourceType {
    /// Whether metadata can be removed from files of this type. Files of the other types can have any format.
    fileprivate var canBeRedacted: Bool {
        switch self {
        case .photo, .video, .pairedVideo, .alternatePhoto, .fullSizePhoto, .fullSizeVideo, .fullSizePairedVideo: true
        case .adjustmentData, .adjustmentBaseData, .sidecar, .attachment: false
        }
    }
}

extension AssetResource {
    /// Whether XMP can usually be embedded in files of this type. Embedding in a particular file can still fail.
    fileprivate var canHaveXMP: Bool { type.isPrimary && AssetResource.typesWithXMP.contains(mimeType) }

    private static let typesWithXMP: Set<String> = [
        "image/jpeg", "image/png", "image/tiff", "image/webp", "image/heic", "image/heif", "image/avif", "image/jxl",
        "video/mp4", "video/quicktime", "video/3gpp",
    ]
}

extension OwnedDescriptor {
    /// The content of a sidecar; nil if the file cannot be read or exceeds 1 MiB.
    var sidecarContent: [UInt8]? { try? contents(upTo: 1 << 20) }
}
