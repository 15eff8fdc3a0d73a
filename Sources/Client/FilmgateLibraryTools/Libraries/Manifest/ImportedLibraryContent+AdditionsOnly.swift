extension ImportedLibraryContent {
    /// Removes the contents that a program without read access cannot import: albums, edits, copies of other assets,
    /// and trashed photos.
    ///
    /// - Parameter folder: the folder of the export.
    /// - Returns: whether any contents were removed. `left` lists them.
    package mutating func keepAdditionsOnly(in folder: DiskPath) -> Bool {
        let before = left.count
        let manifest = folder.appending(Array(Manifest.name.utf8))
        if let collections, !collections.albums.isEmpty || !collections.folders.isEmpty {
            left.add(manifest, "A program that may only add photos cannot make its albums and folders.")
        }
        for edit in edits {
            left += (edit.renders.map(\.file) + [edit.data].compactMap(\.self)).map {
                FailedFile(path: $0.path, reason: "A program that may only add photos cannot edit them.")
            }
        }
        edits = []
        let trashed = plan.groups.filter { $0.items.contains(where: \.isTrashed) }
        left += trashed.flatMap(\.items).flatMap(\.files).map {
            FailedFile(path: $0.path, reason: "A program that may only add photos cannot move them to the trash.")
        }
        plan = ImportPlan(plan.groups.filter { !$0.items.contains(where: \.isTrashed) }, skipped: plan.skipped)
        plan.forEachItem { item in
            // The program cannot read the library, so the broker must recognize duplicates. The broker does so only for
            // items without an identifier.
            item.identifier = nil
            guard item.originalIdentifier != nil else { return }
            item.originalIdentifier = nil
            left.add(item.file.path, "A program that may only add photos cannot make it a version of a different one.")
        }
        return left.count > before
    }
}
