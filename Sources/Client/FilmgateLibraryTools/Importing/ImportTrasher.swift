package import Filmgate
import FilmgateModel
import FoundationEssentials

/// An object that moves imported photos to the trash if the library from which they come has them in its trash.
package struct ImportTrasher {
    private let library: PhotoLibrary
    private let undoNames: UndoNames?
    /// The start date of the import, or of the interrupted import that this import continues. Photos that were added
    /// earlier are not moved, even if the import added files to them.
    private let start: Date
    /// The record of the import; nil if no photo must go to the trash, or if the record cannot be written.
    private let record: UnfinishedImport?
    /// The files whose photos were moved to the trash.
    package private(set) var moved: [DiskPath] = []
    /// The files whose photos are in the other library's trash, but were in this library before and are not moved.
    package private(set) var kept: [DiskPath] = []

    /// Begins an import of these photos, or continues an interrupted import of the same photos.
    ///
    /// - Parameter undoNames: records the names of the batches; nil for batches without names.
    package init(_ library: PhotoLibrary, _ items: [ImportItem], undoNames: UndoNames? = nil) async {
        self.library = library
        self.undoNames = undoNames
        let trashed = items.filter { $0.isTrashed && $0.identifier == nil }
        // This fails for a program that may not read the summary. Such a program may not delete photos either.
        let identifier = trashed.isEmpty ? nil : try? await library.maintenance.summary().library
        // Without a record, no later run can continue this import if it is killed.
        record = identifier.flatMap { try? UnfinishedImport(of: trashed, into: $0) }
        start = record?.start ?? Date()
    }

    /// Deletes the record of the import. Call this after all photos that must be in the trash are there.
    package func finish() {
        // A record that cannot be deleted is harmless, because no photos remain to be moved.
        try? record?.finish()
    }

    /// Moves photos to the trash if they are in the trash of the library from which they come and that library has no
    /// copy outside its trash. Throws the first error.
    package mutating func move(_ placed: [ImportedFile]) async throws(PhotoLibraryError) {
        var kept: Set<AssetID> = []
        var new: Set<AssetID> = []
        var originals: [AssetID: ImportedFile] = [:]
        var assets: [AssetID] = []
        for one in placed {
            guard let asset = one.asset else { continue }
            if one.item.isKept { kept.insert(asset) }
            if one.isNew { new.insert(asset) }
            guard let known = originals[asset] else {
                assets.append(asset)
                originals[asset] = one
                continue
            }
            if ImportPlan.rank(one.file) < ImportPlan.rank(known.file) { originals[asset] = one }
        }
        let deleted = originals.filter { $0.value.item.isTrashed && !kept.contains($0.key) }
        for part in assets.filter({ deleted[$0] != nil }).batches(of: ImportBatches.mostChanges) {
            let found = try await library.all(
                FetchRequest.assets(withIdentifiers: part).includingHidden.includingBurstMembers.reading([.addedDate]))
            let isNew = Dictionary(
                uniqueKeysWithValues: found.map { asset in
                    (asset.id, isOfImport(asset, new))
                })
            self.kept += part.filter { isNew[$0] == false }.compactMap { deleted[$0]?.file.path }
            let trashed = part.filter { isNew[$0] == true }
            guard !trashed.isEmpty else { continue }
            var request = ChangeRequest()
            request.deleteAssets(trashed)
            _ = try await library.perform(request, named: undoNames)
            moved += trashed.compactMap { deleted[$0]?.file.path }
        }
    }

    /// Returns whether an asset was added by this import, or by the interrupted import that this import continues.
    private func isOfImport(_ asset: Asset, _ new: Set<AssetID>) -> Bool {
        guard new.contains(asset.id) || record?.isContinued == true else { return false }
        return asset.addedDate.map { $0 >= start } ?? false
    }
}
