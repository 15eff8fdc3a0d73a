import FilmgateCameraJobs

/// Finds the files of a camera, except hidden files, folder by folder.
struct CameraFileFinder {
    private let camera: ConnectedCamera
    private let report: (CameraReply) -> Void
    private var files = 0
    private var folders = 0

    private static let mostFiles = 500_000
    private static let mostFolders = 20_000
    private static let deepest = 16

    init(_ camera: ConnectedCamera, _ report: @escaping (CameraReply) -> Void) {
        (self.camera, self.report) = (camera, report)
    }

    /// - Throws: `tooMany`, an error that concerns the whole camera, or the error of reading the root folder. Other
    ///   unreadable folders are reported.
    consuming func run() throws(CameraFault) {
        var walk = self
        try walk.folder("/", depth: 0)
    }

    private mutating func folder(_ path: String, depth: Int) throws(CameraFault) {
        folders += 1
        guard folders <= CameraFileFinder.mostFolders, depth <= CameraFileFinder.deepest else {
            throw CameraFault(.tooMany)
        }
        let (names, inner): (CameraNameValueList, CameraNameValueList)
        do throws(CameraFault) { (names, inner) = (try camera.files(in: path), try camera.folders(in: path)) } catch {
            guard depth > 0, error.isOfOneFolder else { throw error }
            return report(.unreadable(path: String(path.prefix(200)), reason: error.detail))
        }
        for (name, shown) in names.names.sorted(by: { $0.shown < $1.shown }) {
            files += 1
            guard files <= CameraFileFinder.mostFiles else { throw CameraFault(.tooMany) }
            try file(name, shown, in: path)
        }
        for (name, shown) in inner.names.sorted(by: { $0.shown < $1.shown }) {
            let inner = (path == "/" ? "/" : path + "/") + shown
            // Skips hidden folders, which contain the device's own data, such as thumbnails and the trash.
            if shown.hasPrefix("."), shown != ".", shown != ".." { continue }
            guard let name, CameraFile.isFilename(name), CameraFile.isFolder(inner) else {
                report(.unusable(path: String(inner.prefix(200))))
                continue
            }
            try folder(inner, depth: depth + 1)
        }
    }

    private func file(_ name: String?, _ shown: String, in folder: String) throws(CameraFault) {
        guard let name, CameraFile.isFilename(name) else {
            return report(.unusable(path: String(((folder == "/" ? "/" : folder + "/") + shown).prefix(200))))
        }
        guard !name.hasPrefix(".") else { return }
        let facts: (size: UInt64?, date: Int64?)
        do throws(CameraFault) { facts = try camera.facts(of: name, in: folder) } catch  where error.kind == .cancelled
        {
            throw error
        } catch { facts = (nil, nil) }
        guard let entry = CameraFile(folder: folder, name: name, size: facts.size, date: facts.date) else {
            return report(.unusable(path: String(folder.prefix(100) + "/" + name.prefix(100))))
        }
        report(.file(entry))
    }
}

extension CameraFault {
    /// Whether the error concerns only one folder, so that other folders may be readable.
    fileprivate var isOfOneFolder: Bool {
        switch kind {
        case .failed, .notAllowed, .notSupported, .noSuchFile: true
        case .notFound, .inUse, .cancelled, .changed, .incomplete, .noSpace, .notWritten, .tooMany, .ended: false
        }
    }
}
