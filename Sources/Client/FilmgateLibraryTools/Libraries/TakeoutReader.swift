/// A reader of a Google Takeout: photos with their JSON, edits, videos of motion photos, and albums.
enum TakeoutReader {
    static func read(_ walk: ScannedFiles, pairing: Bool) -> ImportedLibraryContent {
        var groups: [ImportGroup] = []
        var skipped = walk.skipped
        var described = 0
        var descriptions = 0
        var left: [FailedFile] = []
        var lonely: [(description: TakeoutSidecar, isContested: Bool, album: String?)] = []
        var known: [Identity: PhotoFile] = [:]
        for folder in TakeoutFolder.all(of: walk) {
            groups += folder.groups(pairing: pairing)
            for file in folder.others { skipped.add(file.path) }
            left += folder.unreadable
            described += folder.described
            if folder.hasDescription { descriptions += 1 }
            for (description, isContested) in folder.matching.lonely {
                lonely.append((description, isContested, folder.album))
            }
            for (file, place) in folder.matching.matches {
                guard let identity = Identity(folder.matching.descriptions[place].content) else { continue }
                if let other = known[identity], other.path < file.path { continue }
                known[identity] = file
            }
        }
        for file in walk.sidecars { skipped.add(file.path) }
        var albums: [PhotoFile: [String]] = [:]
        for (description, isContested, album) in lonely {
            if let album, let file = Identity(description.content).flatMap({ known[$0] }) {
                // A photo in an album may exist only in the folder of its year.
                albums[file, default: []].append(album)
                described += 1
            } else {
                left.add(description.file.path, isContested ? unclear : missing)
            }
        }
        var content = ImportedLibraryContent(ImportPlan(pairing ? groups.withCopiesLast() : groups, skipped: skipped))
        content.plan.forEachItem { item in
            var entry = LibraryEntry()
            entry.albums = item.albums
            for album in albums[item.file] ?? [] { entry.add(album: [album]) }
            item.albums = entry.albums
        }
        (content.left, content.described) = (left, described)
        content.dropped[.albumDescriptions] = descriptions
        return content
    }

    private static let missing =
        "The photo that it describes is not among these files. Name all parts of the Takeout in one import."

    private static let unclear = "It can describe several of these files, and does not say which one."

    /// The values that all descriptions of the same photo have in common.
    private struct Identity: Hashable {
        let title: String
        let takenTime: Int64
        let url: String

        /// Returns nil if one of the values is missing.
        init?(_ content: TakeoutMetadata) {
            guard let title = content.title, let time = content.takenTime, let url = content.url else { return nil }
            (self.title, takenTime, self.url) = (title, time, url)
        }
    }
}
