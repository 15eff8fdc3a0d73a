internal import Filmgate

extension LibraryExport {
    /// Returns the files of an asset, with the first number with which no name is taken. Removes earlier versions of them.
    mutating func contents(
        of asset: Asset, _ resources: [AssetResource], in folder: ExportTreeFolder, _ path: [String]
    ) async throws -> [ExportedContent] {
        let resources = resources.filter { settings.without.isEmpty || $0.type.canBeRedacted }
        let sidecar = settings.sidecars ? XMPSidecar(of: asset, without: settings.without) : nil
        let names = ExportName.names(for: resources, of: asset, besideSidecar: sidecar != nil)
        let wanted = path + names.map { $0.text(number: 1) }
        var number = numbers[wanted] ?? 1
        while true {
            let texts = names.map { $0.text(number: number) }
            var contents = zip(texts, resources).map { name, resource in
                ExportedContent(
                    source: .resource(resource),
                    file: ExportTreeFile(name: name, size: resource.fileSize, date: asset.creationTimestamp),
                    hash: settings.without.isEmpty && resource.type.isPrimary ? asset.contentHash : nil)
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
                try await find(&contents, of: asset, in: folder, path)
            {
                taken[path, default: []].formUnion(keys)
                numbers[wanted] = number + 1
                return contents
            }
            number += 1
        }
    }

    /// Looks for files of an earlier run, and removes those that are now different.
    ///
    /// - Returns: false if something else has one of the names.
    private func find(
        _ contents: inout [ExportedContent], of asset: Asset, in folder: ExportTreeFolder, _ path: [String]
    ) async throws -> Bool {
        var outdated: [String] = []
        for index in contents.indices {
            let name = contents[index].file.name
            let earlier = manifest.earlier((path + [name]).joined(separator: "/"), of: asset.id)
            switch try await state(of: contents[index], asset, earlier, in: folder) {
            case .free: continue
            case .there(let hash): (contents[index].isThere, contents[index].hash) = (true, hash)
            case .outdated: outdated.append(name)
            case .taken: return false
            }
        }
        for name in outdated { folder.remove(name) }
        return true
    }

    /// What has the name of a file.
    private enum FileState {
        case free
        /// The file itself, and its hash.
        case there(String?)
        /// What an earlier run wrote for it, and nothing else has changed.
        case outdated
        case taken
    }

    private func state(
        of content: ExportedContent, _ asset: Asset, _ earlier: ExportManifest.EarlierFile?, in folder: ExportTreeFolder
    ) async throws -> FileState {
        let file = content.file
        switch content.source {
        case .text(let bytes):
            guard folder.isTaken(file.name) else { return .free }
            guard let there = folder.open(file.name)?.sidecarContent else { return .taken }
            if there == bytes { return .there(content.hash) }
            return earlier?.hash == ExportManifest.hash(of: there) ? .outdated : .taken
        case .resource(let resource):
            let isFixed = content.hash != nil
            var present = folder.occupant(of: file)
            if present == .nothing { return .free }
            if present == .same {
                if isFixed { return .there(content.hash) }
                if let earlier, let hash = earlier.hash, earlier.modified == asset.modificationTimestamp?.rawValue {
                    return .there(hash)
                }
            } else if present == .other, let earlier, !isFixed {
                // An edit that has a different size now.
                present = folder.occupant(of: ExportTreeFile(name: file.name, size: earlier.size, date: file.date))
            }
            guard present != .other, let opened = folder.open(file.name) else { return .taken }
            let there = try await Interruption.cancelling { try await opened.manifestHash() }
            let now = if isFixed { content.hash } else { try await hash(of: resource) }
            if there == now {
                if present == .sameSize { folder.setDate(of: file) }
                return .there(now)
            }
            return earlier?.hash == there ? .outdated : .taken
        }
    }

    /// The hash of what would be written now.
    private func hash(of resource: AssetResource) async throws -> String {
        try await Interruption.cancelling { [library, settings] in
            try await library.open(resource, without: settings.without).content.manifestHash()
        }
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
