import Filmgate
import FilmgateModel

/// The division of the files of a walk into items and groups, by the file names.
package struct ImportPlan: Equatable, Sendable {
    package private(set) var groups: [ImportGroup] = []
    package private(set) var skipped: SkippedFiles
    /// The orders of subfolders, from the order files of an export.
    package private(set) var childOrders: [SubfolderOrder] = []

    package var items: [ImportItem] { groups.flatMap(\.items) }

    /// The number of photos and videos.
    package var count: Int { groups.reduce(0) { $0 + $1.items.count } }
    /// The number of photos and videos, and their companion files.
    package var fileCount: Int { groups.reduce(0) { $0 + $1.fileCount } }
    package var bytes: UInt64 { groups.reduce(0) { $0.addingReportingOverflow($1.bytes).partialValue } }

    /// Creates a plan from groups that the reader of a different library has returned.
    package init(_ groups: [ImportGroup], skipped: SkippedFiles) {
        self.groups = groups
        self.skipped = skipped
    }

    /// - Parameters:
    ///   - pairing: whether files that belong together become one asset.
    ///   - keepsUnknown: whether to import files of unknown types as companion files if they have the name of a photo.
    package init(_ walk: ScannedFiles, pairing: Bool = true, keepsUnknown: Bool = false) {
        skipped = walk.skipped
        var folders: [FolderFiles.ParentFolder: Int] = [:]
        var order: [FolderFiles] = []
        func folder(_ file: PhotoFile) -> Int {
            let place = FolderFiles.ParentFolder(file)
            if let index = folders[place] { return index }
            folders[place] = order.count
            order.append(FolderFiles())
            return order.count - 1
        }
        for file in walk.files { order[folder(file)].media.append(file) }
        for file in walk.sidecars { order[folder(file)].sidecars.append(file) }
        for file in walk.unknown { order[folder(file)].unknown.append(file) }
        for file in walk.orders {
            guard let known = ExportOrderFile(file) else {
                skipped.add(file.path)
                continue
            }
            let index = folder(file)
            order[index].media = known.ordered(order[index].media)
            if !known.folders.isEmpty {
                childOrders.append(SubfolderOrder(folder: file.folders, children: known.folders))
            }
        }
        for files in order {
            let made = files.groups(pairing: pairing, keepsUnknown: keepsUnknown)
            groups += made.groups
            for file in made.left { skipped.add(file.path) }
        }
        if pairing { groups = groups.withCopiesLast() }
    }
}

extension ImportPlan {
    /// Returns the rank of a file in its group. Photos in displayable formats come before RAW files and photos of
    /// unknown formats, photos come before videos, and originals come before edits.
    package static func rank(_ file: PhotoFile) -> Int {
        let isRaw = file.path.fileExtension.map(MediaKind.isRaw) ?? false
        let comesLater = isRaw || file.namedKind == nil
        return (PhotoBaseName(file.lowercasedName).isEdit ? 10 : 0) + (file.kind == .photo ? (comesLater ? 1 : 0) : 2)
    }

    package mutating func forEachItem(_ body: (inout ImportItem) -> Void) {
        for group in groups.indices { for item in groups[group].items.indices { body(&groups[group].items[item]) } }
    }
}

extension Sequence {
    /// Groups the elements by a key. The groups are in the order of their first elements.
    func grouped<Key: Hashable>(by key: (Element) -> Key) -> [[Element]] {
        var groups: [[Element]] = []
        var places: [Key: Int] = [:]
        for element in self {
            let place = places[key(element)] ?? groups.endIndex
            if place == groups.endIndex {
                places[key(element)] = place
                groups.append([])
            }
            groups[place].append(element)
        }
        return groups
    }
}

private struct FolderFiles {
    var media: [PhotoFile] = []
    var sidecars: [PhotoFile] = []
    var unknown: [PhotoFile] = []

    /// The parent folder of a file.
    struct ParentFolder: Hashable {
        private let folder: DiskPath

        init(_ file: PhotoFile) { folder = file.path.parent }
    }

    func groups(pairing: Bool, keepsUnknown: Bool) -> (groups: [ImportGroup], left: [PhotoFile]) {
        var items = media.map { ImportItem($0) }
        var left: [PhotoFile] = []
        let byName = Dictionary(items.indices.map { (items[$0].file.lowercasedName, $0) }) { first, _ in first }
        let byStem = Dictionary(grouping: items.indices) { items[$0].file.stem }
        for file in sidecars {
            let type: ResourceType = file.path.fileExtension == "aae" ? .adjustmentData : .sidecar
            let named = byName[PhotoBaseName.withoutExtension(file.lowercasedName)]
            let candidates = named.map { [$0] } ?? byStem[PhotoBaseName(file.lowercasedName).stem] ?? []
            let owner = candidates.min {
                FolderFiles.rank(items[$0].file, type) < FolderFiles.rank(items[$1].file, type)
            }
            if owner.map({ items[$0].add(type, file) }) != true { left.append(file) }
        }
        for file in unknown {
            let owner = byStem[PhotoBaseName(file.lowercasedName).stem]?.first
            if !keepsUnknown || owner.map({ items[$0].add(.attachment, file) }) != true { left.append(file) }
        }
        guard pairing else { return (items.map { ImportGroup([$0]) }, left) }
        for index in items.indices { items[index].joins = .related }
        var groups = items.grouped(by: \.file.stem).map { ImportGroup($0) }
        for index in groups.indices where groups[index].items.count > 1 {
            groups[index].items.sort { ImportPlan.rank($0.file) < ImportPlan.rank($1.file) }
        }
        return (groups, left)
    }

    /// Returns the rank of a photo as the owner of a companion file. Apple's adjustment data belongs to the edit.
    private static func rank(_ file: PhotoFile, _ type: ResourceType) -> Int {
        type == .adjustmentData && PhotoBaseName(file.lowercasedName).isEdit
            ? ImportPlan.rank(file) - 20 : ImportPlan.rank(file)
    }
}

extension PhotoFile {
    fileprivate var lowercasedName: String { String(decoding: path.name, as: UTF8.self).lowercased() }
    /// The part of the name that all files of one photo have in common.
    fileprivate var stem: String { PhotoBaseName(lowercasedName).stem }
}
