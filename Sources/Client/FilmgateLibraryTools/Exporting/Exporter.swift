package import Filmgate

/// A writer of the originals of assets to a folder.
package struct Exporter {
    let library: PhotoLibrary
    let folder: ExportFolder
    /// The kinds of metadata that the written files must not have.
    let without: Set<MetadataKind>

    package init(library: PhotoLibrary, folder: ExportFolder, without: Set<MetadataKind>) {
        (self.library, self.folder, self.without) = (library, folder, without)
    }

    /// Writes all files of an asset. If one of the names is taken, all files get the same number.
    ///
    /// - Returns: the number of bytes.
    package func export(_ asset: Asset) async throws -> UInt64 {
        // Metadata cannot be removed from adjustment data, whose format only its app knows.
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
    /// The creation date with microseconds.
    package var creationTimestamp: Timestamp? { timestamp(.creationDate) }

    /// The date of the last change with microseconds.
    var modificationTimestamp: Timestamp? { timestamp(.modificationDate) }

    /// Returns the date in a property, with microseconds.
    func timestamp(_ property: AssetProperty) -> Timestamp? {
        if case .date(let moment)? = self[property] { moment } else { nil }
    }
}
