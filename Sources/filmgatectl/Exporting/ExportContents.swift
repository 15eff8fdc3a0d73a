internal import Filmgate

extension LibraryExport {
    /// Returns the files of an asset, with the first number with which no name is taken.
    mutating func contents(
        of asset: Asset, _ resources: [AssetResource], in folder: ExportTreeFolder, _ path: [String]
    ) -> [ExportedContent] {
        let resources = resources.filter { settings.without.isEmpty || $0.type.canBeRedacted }
        let sidecar = settings.sidecars ? XMPSidecar(of: asset, without: settings.without) : nil
        let names = ExportName.names(for: resources, of: asset, besideSidecar: sidecar != nil)
        let before = written[asset.id]?.files
        let wanted = path + names.map { $0.text(number: 1) }
        var number = numbers[wanted] ?? 1
        while true {
            let texts = names.map { $0.text(number: number) }
            var contents = zip(texts, resources).enumerated().map { index, pair in
                let (name, resource) = pair
                let (size, hash) = facts(of: resource, asset, at: path + [name], before?.dropFirst(index).first)
                return ExportedContent(
                    source: .resource(resource),
                    file: ExportTreeFile(name: name, size: size, date: asset.creationTimestamp), hash: hash)
            }
            if let sidecar, let first = texts.first {
                let bytes = Array(sidecar.text.utf8)
                contents.append(
                    ExportedContent(
                        source: .text(bytes),
                        file: ExportTreeFile(name: first + ".xmp", size: UInt64(bytes.count), date: nil),
                        hash: ExportManifest.hash(of: bytes)))
            }
            let keys = contents.map { $0.file.name.lowercased() }
            if taken[path, default: []].isDisjoint(with: keys),
                contents.allSatisfy({ isFree($0, of: asset, in: folder, path) })
            {
                taken[path, default: []].formUnion(keys)
                numbers[wanted] = number + 1
                return contents
            }
            number += 1
        }
    }

    /// Returns the size and the hash that a file will have, if they are known.
    private func facts(
        of resource: AssetResource, _ asset: Asset, at path: [String], _ before: ExportTreeFile?
    ) -> (UInt64?, String?) {
        guard !settings.without.isEmpty else {
            return (resource.fileSize, resource.type.isPrimary ? asset.contentHash : nil)
        }
        let earlier = manifest.earlier(path.joined(separator: "/"), of: asset.id)
        return (before?.size ?? earlier?.size, earlier?.hash)
    }

    /// Whether nothing has the name, or the same file of an earlier run. An earlier sidecar is removed if nothing else changed it.
    private func isFree(
        _ content: ExportedContent, of asset: Asset, in folder: ExportTreeFolder, _ path: [String]
    ) -> Bool {
        guard case .text(let bytes) = content.source else { return folder.occupant(of: content.file) != .other }
        guard folder.isTaken(content.file.name) else { return true }
        guard let there = folder.open(content.file.name)?.sidecarContent else { return false }
        guard there != bytes else { return true }
        let earlier = manifest.earlier((path + [content.file.name]).joined(separator: "/"), of: asset.id)
        guard let hash = earlier?.hash, hash == ExportManifest.hash(of: there) else { return false }
        folder.remove(content.file.name)
        return true
    }
}

extension ResourceType {
    /// Whether metadata can be removed from files of this type. What others tell is not known.
    fileprivate var canBeRedacted: Bool {
        switch self {
        case .photo, .video, .pairedVideo, .alternatePhoto, .fullSizePhoto, .fullSizeVideo, .fullSizePairedVideo: true
        case .adjustmentData, .adjustmentBaseData, .sidecar, .attachment: false
        }
    }
}

extension OwnedDescriptor {
    /// The content of a file; nil if it cannot be read or is longer than a sidecar can be.
    var sidecarContent: [UInt8]? { (try? contents(upTo: 1 << 20)) ?? nil }
}
