import Filmgate
import FilmgateLibraryTools
import FilmgateText

extension Command {
    static let showAssets = Command(
        "assets", "show", summary: "Show everything about assets",
        details: [TranslatableText("Shows all properties and files of each asset.") + AssetNameResolver.rule],
        operands: [AssetNameResolver.operand],
        examples: [Example("assets show ID", "When and where was it taken, and which files are stored?")]
    ) { invocation in
        let library = try await invocation.library()
        let identifiers = try await AssetNameResolver(library: library).assets(invocation.operands)
        let assets = try await library.assets(withIdentifiers: identifiers)
        var records: [AssetRecord] = []
        for asset in assets {
            let resources = try await library.resources(of: asset.id)
            records.append(AssetRecord(asset: asset, resources: resources.map(ResourceRecord.init)))
        }
        try invocation.write(records, orText: records.map(sheet).joined(separator: "\n"))
        return .success
    }

    private static func sheet(_ record: AssetRecord) -> String {
        var sheet = KeyValueTextTable()
        for property in AssetProperty.readable {
            guard let value = record.asset[property], value != .texts([]) else { continue }
            let size = property == .fileSize ? record.asset.fileSize.map { " (\(AmountText.bytes($0)))" } : nil
            let text = property == .creationDate ? record.asset.dateText : value.text
            sheet.add(property.rawValue, text + (size ?? ""))
        }
        for resource in record.resources ?? [] {
            let facts = [
                resource.filename ?? localized("no name"), resource.mimeType, AmountText.bytes(resource.fileSize),
            ]
            sheet.add("resource \(resource.type)", facts.joined(separator: ", "))
        }
        return sheet.lines
    }
}

extension PhotoLibrary {
    /// Returns the assets with these identifiers, in this order, including hidden and trashed ones.
    ///
    /// - Throws: `PhotoLibraryError.notFound` if one of these assets does not exist.
    func assets(
        withIdentifiers identifiers: [AssetID], reading properties: Set<AssetProperty> = Set(AssetProperty.readable)
    ) async throws(PhotoLibraryError) -> [Asset] {
        var assets: [Asset] = []
        // The number of identifiers in one call is limited.
        for part in identifiers.batches(of: 1000) {
            let request = FetchRequest.assets(withIdentifiers: part)
            assets += try await all(request.includingHidden.includingTrashed.reading(properties))
        }
        let found = Set(assets.map(\.id))
        if let missing = identifiers.first(where: { !found.contains($0) }) {
            throw PhotoLibraryError.notFound(
                localized("There is no asset with the identifier {id}.", ["id": "\(missing)"]))
        }
        return assets
    }
}
