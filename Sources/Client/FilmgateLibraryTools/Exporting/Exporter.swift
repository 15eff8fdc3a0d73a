package import Filmgate

/// An object that writes the files of assets to a folder.
package struct Exporter {
    let library: PhotoLibrary
    let folder: ExportFolder
    /// The kinds of metadata to remove from the written files.
    let without: Set<MetadataKind>

    package init(library: PhotoLibrary, folder: ExportFolder, without: Set<MetadataKind>) {
        (self.library, self.folder, self.without) = (library, folder, without)
    }

    /// Writes all files of an asset. If a name is taken, all names get the same number.
    ///
    /// - Returns: the number of written bytes.
    package func export(_ asset: Asset) async throws -> UInt64 {
        // Metadata cannot be removed from adjustment data, because only the app knows the format of the data.
        let resources = try await library.resources(of: asset.id).filter {
            without.isEmpty || $0.type != .adjustmentData
        }
        let names = ExportName.names(for: resources, of: asset)
        let files = try folder.create(names)
        var written: UInt64 = 0
        do {
            for (resource, file) in zip(resources, files) {
                let opened = try await library.open(resource, without: without)
                written += try await file.fill(from: opened.content)
                file.setDate(asset.creationTimestamp)
            }
        } catch {
            for file in files { file.remove() }
            throw error
        }
        return written
    }
}

extension Asset {
    /// The creation date, exact to the microsecond.
    package var creationTimestamp: Timestamp? { timestamp(.creationDate) }

    /// The modification date, exact to the microsecond.
    var modificationTimestamp: Timestamp? { timestamp(.modificationDate) }

    /// Returns the date in a property, exact to the microsecond.
    func timestamp(_ property: AssetProperty) -> Timestamp? {
        if case .date(let moment)? = self[property] { moment } else { nil }
    }
}
