import Filmgate
import FilmgateLibraryTools
import FilmgateText

/// Imports files with the choices that the person has made in `FilesImportDialog`.
struct FilesImporter {
    let library: PhotoLibrary
    let content: ImportedLibraryContent
    /// The files and folders that the dialog did not find or could not read.
    let failures: [FailedFile]
    let choices: ImportChoices

    func run(_ progress: ImportProgress) async -> ImportResults {
        let undoNames = UndoNames()
        var results = ImportResults(failures + content.failures)
        var settings = ImportSettings()
        settings.leavesOutDeleted = !choices.includesDeleted
        settings.undoNames = undoNames
        let plan = content.plan
        do {
            var filer = try await choices.filer(in: library, undoNames: undoNames)
            var trasher = await ImportTrasher(library, plan.items, undoNames: undoNames)
            let interruption = progress.interruption
            var (done, bytes) = (0, UInt64(0))
            let total = Double(max(1, plan.bytes))
            let end = await FileImporter(to: library, settings).run(
                plan.groups, while: { !interruption.isRequested }
            ) { items, outcome in
                results.add(outcome)
                done += items.count
                bytes += items.reduce(0) { $0.addingReportingOverflow($1.bytes).partialValue }
                progress.show(done: done, total: plan.count, fraction: Double(bytes) / total)
            }
            results.left += end.left
            results.stop = end.stop.map { LibraryEditor.text(of: $0) }
            let placed = results.placed(in: plan)
            try await filer?.file(placed)
            try await filer?.order(plan.childOrders)
            try await library.setClocks(of: placed, undoNames: undoNames)
            try await trasher.move(placed)
            if end.stop == nil, results.left == 0 { trasher.finish() }
        } catch {
            results.stop = results.stop ?? LibraryEditor.text(of: error)
        }
        // If counting fails, the summary does not mention hidden photos.
        results.hidden = (try? await library.countHidden(among: results.placed)) ?? 0
        results.undoNames = undoNames.names
        return results
    }
}

extension ImportResults {
    /// Returns the photos that are now in the library, in the order of the plan.
    fileprivate func placed(in plan: ImportPlan) -> [ImportedFile] {
        let placed = Dictionary(self.placed.map { ($0.file, $0) }) { $1 }
        return plan.items.compactMap { placed[$0.file] }
    }
}
