package import FilmgateCameraJobs
import FilmgateModel

/// The division of a camera's files into groups to transfer and other files. Each group may become one asset.
package struct CameraImportPlan: Equatable, Sendable {
    /// The files to transfer. The files of a group stay together.
    package private(set) var groups: [[CameraFile]] = []
    /// The photos and videos that were imported from this camera earlier, with the files that belong to them.
    package private(set) var earlier: [CameraFile] = []
    package private(set) var skipped = SkippedFiles()

    /// - Parameters:
    ///   - isEarlier: whether a file was imported earlier.
    ///   - keepsUnknown: whether to transfer files of unknown types if they have the name of a photo or video.
    package init(_ entries: [CameraFile], keepsUnknown: Bool = false, isEarlier: (CameraFile) -> Bool) {
        for group in entries.grouped(by: { $0.folder + "/" + PhotoBaseName($0.name).stem }) {
            add(group, keepsUnknown, isEarlier)
        }
    }

    package var bytes: UInt64 { groups.joined().reduce(0) { $0.addingReportingOverflow($1.size ?? 0).partialValue } }

    package var count: Int { groups.reduce(0) { $0 + $1.count } }

    /// Divides the groups into batches, so that a batch needs little disk space. A group that exceeds a limit, or that
    /// contains a file of unknown size, is a batch of its own.
    package func batches(mostFiles: Int = 100, mostBytes: UInt64 = 512 << 20) -> [[CameraFile]] {
        var batches: [[CameraFile]] = []
        var bytes: UInt64 = 0
        for group in groups {
            let own: UInt64 = group.reduce(0) { sum, entry in
                let (bytes, overflow) = sum.addingReportingOverflow(entry.size ?? mostBytes)
                return overflow ? .max : bytes
            }
            let (sum, overflow) = bytes.addingReportingOverflow(own)
            if let last = batches.last, last.count + group.count <= mostFiles, !overflow, sum <= mostBytes {
                batches[batches.count - 1] += group
                bytes = sum
            } else {
                batches.append(group)
                bytes = own
            }
        }
        return batches
    }

    private mutating func add(_ group: [CameraFile], _ keepsUnknown: Bool, _ isEarlier: (CameraFile) -> Bool) {
        let hasMedia = group.contains { Kind(of: $0) == .media }
        let wanted = group.filter { entry in
            switch Kind(of: entry) {
            case .media: true
            case .sidecar: hasMedia
            case .unknown: hasMedia && keepsUnknown
            }
        }
        for entry in group where !wanted.contains(entry) { skipped.add(DiskPath(entry.path)) }
        let new = wanted.filter { !isEarlier($0) }
        // If a new file belongs to an imported photo, transfers the photo again to identify the photo's asset.
        let needsMedia = new.contains { Kind(of: $0) != .media }
        let transferred = needsMedia ? wanted.filter { new.contains($0) || Kind(of: $0) == .media } : new
        if !transferred.isEmpty { groups.append(transferred) }
        earlier += wanted.filter { !transferred.contains($0) }
    }

    private enum Kind {
        case media, sidecar, unknown

        init(of entry: CameraFile) {
            switch DiskPath(entry.name).fileExtension {
            case let name? where MediaKind(fileExtension: name) != nil: self = .media
            case "xmp", "aae": self = .sidecar
            default: self = .unknown
            }
        }
    }
}
