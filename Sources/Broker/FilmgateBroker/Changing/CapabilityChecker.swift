import FilmgateModel
import FilmgatePolicy
import FilmgateStore
import FilmgateWire

/// Reports what a client may do with objects that it sees.
@BrokerActor struct CapabilityChecker: Sendable {
    let core: LibraryCore

    /// - Throws: `limitsExceeded`; `noSuchAsset`, `noSuchAlbum` or `noSuchFolder` if the client does not see an object.
    func capabilities(
        of kind: FetchKind, _ ids: [ObjectIDText], _ admission: Admission
    ) async throws -> [[String]] {
        guard ids.count <= ContractLimits.identifiersInQuestion else {
            throw WireError.limitsExceeded(
                "GetCapabilities takes at most \(ContractLimits.identifiersInQuestion) identifiers a call.")
        }
        return try await objectKinds(kind, ids.map(\.id), admission).map { object in
            FilmgatePolicy.capabilities(of: object, for: admission.client, given: admission.grant).map(\.rawValue)
        }
    }

    private func objectKinds(
        _ kind: FetchKind, _ ids: [ObjectID], _ admission: Admission
    ) async throws -> [ObjectKind] {
        switch kind {
        case .asset:
            let assets = ids.map { AssetID(uuid: $0.uuid) }
            guard try await core.library.allExist(Array(Set(assets)), visibleTo: admission.visibility) else {
                throw WireError.noSuchAsset
            }
            let ofFiles = try await core.library.assetsEditedByFiles(among: Set(assets))
            return assets.map { ofFiles.contains($0) ? .fileAsset : .asset }
        case .album, .folder:
            let transients = admission.connection.results.transientAlbums
            let found = try await core.library.collections(
                ids, properties: [.type], transients: transients, visibleTo: admission.visibility,
                for: admission.client.id, at: core.clock.now())
            let wanted: CollectionKind = kind == .album ? .album : .folder
            guard let found, found.allSatisfy({ $0.type.isType(of: wanted) }) else {
                throw wanted == .album ? WireError.noSuchAlbum : WireError.noSuchFolder
            }
            return found.map(ObjectKind.init)
        }
    }
}

extension ObjectKind {
    fileprivate init(_ collection: PhotoCollection) {
        self =
            switch collection.type {
            case .smart where collection.subtype == SmartAlbum.custom: .ruledAlbum
            case .album: .album
            case .folder: .folder
            case .smart, .moment, .transient, .momentYear: .fixed
            }
    }
}
