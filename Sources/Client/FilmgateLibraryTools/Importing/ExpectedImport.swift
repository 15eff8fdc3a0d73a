package import Filmgate
import FilmgateModel

/// What an import would do with files, as far as it can be told before the broker reads them.
package struct ExpectedImport: Sendable {
    /// Items that would come into the library. Those that the broker cannot read are among them.
    package private(set) var new: [ImportItem] = []
    /// Items whose photos the library has.
    package private(set) var present: [ImportItem] = []
    /// Items with the content of an earlier one.
    package private(set) var twins: [ImportItem] = []
    /// Files beside photos.
    package private(set) var companions = 0
    /// Files that cannot be opened, or are no photos or videos.
    package private(set) var failures: [FailedFile] = []

    /// The items that are in the library after the import.
    package var placed: [ImportItem] { new + present + twins }

    fileprivate init(_ division: FileImporter.Division) async {
        (present, companions) = (division.present.map(\.item), division.outcome.companions)
        failures = division.outcome.failures
        let pending = division.pending.flatMap(\.items)
        // What comes from an export twice is two photos.
        let twins = await RepeatedFiles.twins(
            among: pending.filter { !$0.onlyCompanions && $0.identifier == nil }.map(\.file))
        for item in pending {
            guard item.onlyCompanions || check(item) else { continue }
            companions += item.companions.count
            if item.onlyCompanions {
                present.append(item)
            } else if twins.contains(item.file) {
                self.twins.append(item)
            } else {
                new.append(item)
            }
        }
    }

    /// Whether the broker may take a photo. It knows the same formats.
    private mutating func check(_ item: ImportItem) -> Bool {
        do throws(FailedFile) {
            _ = try OpenPhoto(item)
            guard FileFormat(item.file.head) == nil else { return true }
            throw FailedFile(path: item.file.path, reason: "It is no photo or video of a kind that is known here.")
        } catch {
            failures += [error] + item.failedCompanions
            return false
        }
    }
}

extension FileImporter {
    /// Finds out, without changing anything, what an import of these groups would do.
    package func expected(of groups: [ImportGroup]) async throws(PhotoLibraryError) -> ExpectedImport {
        await ExpectedImport(try await divide(groups) { true })
    }
}
