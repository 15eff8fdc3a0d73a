import FilmgateModel
import Testing

@testable import FilmgatePolicy

@Suite("Kept items")
struct KeptItemRuleTests {
    private static func client(_ kind: ClientKind, isOwnersTool: Bool = false) -> Client {
        Client(id: ClientID(kind, "/example")!, user: 1000, isOwnersTool: isOwnersTool, connection: "c1")
    }

    @Test("are for apps in sandboxes alone where any program can claim a name, and never for the owner's tools")
    func clients() {
        for kind in ClientKind.allCases {
            #expect(Self.client(kind).canKeepItems(among: .everyUser) == kind.isSandboxed, "\(kind)")
            #expect(Self.client(kind).canKeepItems(among: .only(1000)), "\(kind)")
            for owners in [Owners.everyUser, .only(1000)] {
                #expect(!Self.client(kind, isOwnersTool: true).canKeepItems(among: owners), "\(kind)")
            }
        }
    }

    @Test("are made again for their client alone, with no more than was kept")
    func again() {
        let app = Self.client(.flatpak)
        let limits = ContentLimits(maxPixels: 640, mediaTypes: [.image])
        let kept = KeptItem(
            .random(), of: app.id, .random(), rights: [.originals, .captions], limits: limits, .compatible, crop: nil,
            trim: nil, picked: .init(rawValue: 1), lastUsed: .init(rawValue: 1))
        let item = PickedItem(kept, for: app, under: ClientRules())
        #expect(item?.asset == kept.asset && item?.visibility.rights == [.originals, .captions])
        #expect(item?.visibility.limits == limits && item?.allows(.image) == true && item?.allows(.video) == false)
        #expect(item?.removed == kept.removed && kept.removed == [.location, .metadata])
        #expect(item?.representation == .compatible)
        #expect(PickedItem(kept, for: Self.client(.exe), under: ClientRules()) == nil)
        #expect(PickedItem(kept, for: Self.client(.flatpak, isOwnersTool: true), under: ClientRules()) == nil)
    }
}
