package import Filmgate
import FilmgateModel

/// The result of an import, predicted before the broker reads the files.
package struct ExpectedImport: Sendable {
    /// Items that would be added, including items that the broker might not be able to read.
    package private(set) var new: [ImportItem] = []
    /// Items that the library already has.
    package private(set) var present: [ImportItem] = []
    /// Items that are skipped because the library has them in the trash.
    package private(set) var deleted: [ImportItem] = []
    /// Items with the same contents as an earlier item.
    package private(set) var duplicates: [ImportItem] = []
    /// The number of files that belong to photos, such as sidecars.
    package private(set) var companions = 0
    /// Files that cannot be opened, or that are not photos or videos.
    package private(set) var failures: [FailedFile] = []

    /// The items that are in the library after the import.
    package var placed: [ImportItem] { new + present + duplicates }

    fileprivate init(_ division: FileImporter.DividedGroups) async {
        (present, companions) = (division.present.map(\.item), division.outcome.companions)
        (deleted, failures) = (division.deleted, division.outcome.failures)
        let pending = division.pending.flatMap(\.items)
        // Items with an identifier come from an export, where equal items are separate photos.
        let duplicates = await RepeatedFiles.duplicates(
            among: pending.filter { !$0.onlyCompanions && $0.identifier == nil }.map(\.file))
        for item in pending {
            guard item.onlyCompanions || check(item) else { continue }
            companions += item.companions.count
            if item.onlyCompanions {
                present.append(item)
            } else if duplicates.contains(item.file) {
                self.duplicates.append(item)
            } else {
                new.append(item)
            }
        }
    }

    /// Returns whether the broker may accept a photo: the file can be opened, and its format is supported.
    private mutating func check(_ item: ImportItem) -> Bool {
        do throws(FailedFile) {
            _ = try OpenedImportItem(item)
            guard FileFormat(item.file.head) == nil else { return true }
            throw FailedFile(path: item.file.path, reason: "It is not a photo or video in a supported format.")
        } catch {
            failures += [error] + item.failedCompanions
            return false
        }
    }
}

extension FileImporter {
    /// Predicts the result of an import of these groups, without changing anything.
    package func expected(of groups: [ImportGroup]) async throws(PhotoLibraryError) -> ExpectedImport {
        await ExpectedImport(try await divide(groups) { true })
    }
}
