import FilmgateModel
import FilmgatePolicy
import Testing

/// The capabilities of each kind of object at each level, written out.
@Suite("Capabilities")
struct PolicyCapabilityTests {
    static let album: [Capability] = [.read, .delete, .rename, .addMembers, .removeMembers, .reorderMembers]
    static let folder: [Capability] = [.read, .delete, .rename, .addMembers, .removeMembers]
    static let ruledAlbum: [Capability] = [.read, .delete, .rename]
    static let asset: [Capability] = [.read, .setProperties, .editContent, .delete]

    static let table: [(Level, [ObjectKind: [Capability]])] = [
        (.undetermined, [:]), (.none, [:]), (.addOnly, [:]), (.restricted, [:]),
        (
            .limited,
            [
                .asset: asset, .fileAsset: asset, .album: [.read], .folder: [.read], .ruledAlbum: [.read],
                .fixed: [.read],
            ]
        ),
        (
            .full,
            [
                .asset: asset, .fileAsset: asset, .album: album, .folder: folder, .ruledAlbum: ruledAlbum,
                .fixed: [.read],
            ]
        ),
    ]

    private let app = Client(
        id: ClientID(.flatpak, "org.example.App")!, user: 1000, isOwnersTool: false, connection: ":1.1")

    private func grant(_ level: Level, rights: Rights = .all) -> Grant {
        let statuses =
            level == .restricted ? (.restricted, .restricted) : level.statuses ?? (.notDetermined, .notDetermined)
        return Grant(addOnly: statuses.0, readWrite: statuses.1, rights: rights, grantor: .admin)
    }

    @Test("follow the table of access, for every kind of object at every level")
    func levels() {
        #expect(Set(Self.table.map(\.0)) == Set(Level.allCases))
        for (level, expected) in Self.table {
            for kind in ObjectKind.allCases {
                let found = capabilities(of: kind, for: app, given: grant(level))
                #expect(found == expected[kind] ?? [], "\(level) \(kind)")
            }
        }
    }

    @Test(
        "include changes with the right to write alone, and the editing of content without a limit of pixels alone"
    )
    func rights() {
        for rights in (0..<64).map(Rights.init(rawValue:)) {
            let found = capabilities(of: .asset, for: app, given: grant(.full, rights: rights))
            let expected: [Capability] = rights.contains(.write) ? Self.asset : [.read]
            #expect(found == expected, "\(rights.names)")
            let ofFiles = capabilities(of: .fileAsset, for: app, given: grant(.full, rights: rights))
            #expect(
                ofFiles == expected.filter { $0 != .editContent || rights.contains(.originals) }, "\(rights.names)")
            if !rights.contains(.write) {
                #expect(capabilities(of: .album, for: app, given: grant(.full, rights: rights)) == [.read])
                #expect(capabilities(of: .folder, for: app, given: grant(.full, rights: rights)) == [.read])
            }
        }
        var grant = grant(.full)
        grant.limits.maxPixels = 4000
        #expect(capabilities(of: .asset, for: app, given: grant) == [.read, .setProperties, .delete])
    }

    @Test("of the owner's tools are all that exist, under any grant")
    func ownersTools() {
        let tool = Client(id: ClientID(.exe, "/bin/tool")!, user: 1000, isOwnersTool: true, connection: ":1.2")
        for level in Level.allCases {
            let found = ObjectKind.allCases.map { capabilities(of: $0, for: tool, given: grant(level, rights: [])) }
            #expect(found == [Self.asset, Self.asset, Self.album, Self.folder, Self.ruledAlbum, [.read]])
        }
    }

    @Test("have their names on the bus")
    func names() {
        #expect(
            Capability.allCases.map(\.rawValue) == [
                "read", "set-properties", "edit-content", "delete", "rename", "add-members", "remove-members",
                "reorder-members",
            ])
    }
}
