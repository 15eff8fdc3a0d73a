package import Filmgate
import FilmgateModel
import FilmgateSystem

/// An item whose files are open, ready to be sent to the broker.
package struct OpenedImportItem: Sendable {
    package internal(set) var item: ImportItem
    package let resource: NewAssetResource
    private var companions: [NewAssetResource]
    /// A generated sidecar for the orientation; nil if there is none, or if the item has a sidecar.
    private let turn: NewAssetResource?
    /// The companion files that cannot be sent, with the reasons.
    package private(set) var failures: [FailedFile]
    /// The result of `fstat` for the photo's file before any reading.
    let facts: FileStatus
    /// The date to use if the file contains no date. See `FallbackDate`.
    private let date: FallbackDate

    package var file: PhotoFile { item.file }

    package var fileCount: Int { 1 + companions.count }

    var companionCount: Int { companions.count }

    /// - Throws: the reason, if the photo or video cannot be sent.
    package init(_ item: ImportItem) throws(FailedFile) {
        self.item = item
        let file = item.file
        let descriptor: OwnedDescriptor
        (descriptor, facts) = try file.open()
        guard facts.size > 0 else { throw FailedFile(path: file.path, reason: "It is empty.") }
        date = FallbackDate(item, facts)
        resource = NewAssetResource(
            (MediaKind(beginning: descriptor.head) ?? file.kind) == .video ? .video : .photo, descriptor,
            filename: file.libraryFilename)
        turn = OpenedImportItem.turn(item)
        var failures: [FailedFile] = []
        var opened: [NewAssetResource] = []
        for companion in item.companions {
            do {
                let (descriptor, _) = try companion.file.open()
                opened.append(NewAssetResource(companion.type, descriptor, filename: companion.file.libraryFilename))
            } catch { failures.append(error) }
        }
        (companions, self.failures) = (opened, failures)
    }

    /// Removes the companion files, because one of them cannot be sent. Records them as failures.
    package mutating func dropCompanions(because reason: String) {
        companions = []
        failures = item.companions.map { FailedFile(path: $0.file.path, reason: reason) }
    }

    /// Adds the photo to a request. The broker skips a photo that the library already has, unless it is from an export.
    ///
    /// - Parameters:
    ///   - asset: the asset to which the photo is added; nil for a new asset.
    ///   - settings: the settings of the import; nil if the photo is looked up.
    package func create(
        _ request: inout ChangeRequest, joining asset: (any AssetReference)? = nil, _ settings: ImportSettings? = nil
    ) -> AssetPlaceholder {
        // `unlessPresent` is false for items of an export, because an export can contain a photo twice.
        var options = AssetCreationOptions(
            burst: asset == nil ? item.burst : nil, unlessPresent: item.identifier == nil,
            joinsRelated: item.joins == .related && asset == nil)
        options.fallbackDate = date.date
        options.isFallbackGuessed = date.isGuess
        options.fallbackLacksZone = date.lacksZone
        options.allowsDamaged = settings?.allowsDamaged ?? false
        options.importBegan = settings?.began
        return request.createAsset(
            from: (item.onlyCompanions ? [] : [resource, turn].compactMap(\.self)) + companions,
            properties: item.properties, copyOf: item.original, joining: asset, options)
    }

    private static func turn(_ item: ImportItem) -> NewAssetResource? {
        guard let orientation = item.orientation, !item.companions.contains(where: { $0.type == .sidecar }) else {
            return nil
        }
        let packet = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description rdf:about="" xmlns:tiff="http://ns.adobe.com/tiff/1.0/" tiff:Orientation="\(orientation)"/>
            </rdf:RDF></x:xmpmeta>
            """
        // If the memory file cannot be created, the photo keeps the orientation in its file.
        guard let content = try? OwnedDescriptor.sealedMemory(named: "filmgate-turn", holding: packet.utf8) else {
            return nil
        }
        let name = item.file.libraryFilename.map { PhotoBaseName.withoutExtension($0) + ".xmp" }
        return NewAssetResource(.sidecar, content, filename: name)
    }
}
