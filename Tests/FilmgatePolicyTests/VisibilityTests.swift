import FilmgateModel
import Testing

@testable import FilmgatePolicy

@Suite("A visibility")
struct VisibilityTests {
    private let app = Client(
        id: ClientID(.flatpak, "org.example.App")!, user: 1000, isOwnersTool: false, connection: ":1.1")
    private let tool = Client(
        id: ClientID(.exe, "/usr/bin/filmgatectl")!, user: 1000, isOwnersTool: true, connection: ":1.2")

    private func visibility(_ rights: Rights) throws -> Visibility {
        let grant = Grant(addOnly: .authorized, readWrite: .authorized, rights: rights, grantor: .admin)
        guard case .allow(let visibility) = decide(on: .readAssets, by: app, given: grant) else { throw Refused() }
        return visibility
    }

    private struct Refused: Error {}

    static let guarded: [AssetProperty: Rights] = [
        .location: .location, .contentHash: [.location, .captions, .metadata], .title: .captions, .caption: .captions,
        .altText: .captions, .keywords: .captions,
        .camera: .metadata, .lens: .metadata, .place: .location,
    ]

    @Test("tells a property if the grant has the property's right", arguments: AssetProperty.allCases)
    func properties(_ property: AssetProperty) throws {
        for rights in (0...15).map(Rights.init(rawValue:)) {
            let isShown = Self.guarded[property].map(rights.contains) ?? true
            #expect(try visibility(rights).shows(property) == isShown, "\(rights.names)")
        }
    }

    @Test("opens files for a client with the right to originals, without the kinds that it may not read")
    func files() throws {
        for rights in (0...63).map(Rights.init(rawValue:)) {
            let seen = try visibility(rights)
            #expect(seen.closesFiles == (rights.contains(.originals) ? nil : .lackingOriginals))
            let kinds: [(MetadataKind, Rights)] = [
                (.location, .location), (.captions, .captions), (.metadata, .metadata),
            ]
            #expect(seen.redactedKinds == Set(kinds.filter { !rights.contains($0.1) }.map(\.0)))
        }
    }

    @Test("lacks the rights of each property that a change sets or removes, and no others")
    func changes() throws {
        var place = AssetChanges()
        place.removesLocation = true
        var words = AssetChanges()
        words.keywords = []
        var both = place
        both.title = "x"
        var plain = AssetChanges()
        (plain.isFavorite, plain.isHidden, plain.rating) = (true, false, 3)
        plain.creationDate = Timestamp(rawValue: 0)
        let cases: [(AssetChanges, Rights)] = [
            (place, .location), (words, .captions), (both, [.location, .captions]), (plain, []), (AssetChanges(), []),
        ]
        for (changes, needed) in cases {
            for rights in (0...7).map(Rights.init(rawValue:)) {
                #expect(try visibility(rights).lacking(for: changes) == needed.subtracting(rights))
            }
        }
    }

    @Test("of a tool that is authorized to add alone is what the tool added itself")
    func additions() {
        let expected = Visibility(
            scope: .selection(of: .client(tool.id)), rights: [.originals, .captions],
            creators: .itself(.client(tool.id)), isOfOwnersTool: true)
        for operation in Operation.allCases {
            let decision = decide(on: operation, by: tool, given: .undetermined, addsOnly: true)
            #expect(decision == .allow(expected))
        }
        #expect(
            decide(on: .readAssets, by: app, given: .undetermined, addsOnly: true) == .refuse(.notDetermined),
            "the parameter is for tools alone")
    }

    @Test("of an administrator is everything")
    func administrators() throws {
        let caller = try #require(adminCaller(tool, among: .only(1000)))
        let permit = try #require(caller.permit(for: .oversee, on: 1000, with: nil))
        #expect(permit.visibility == .everything && permit.client == tool)
        #expect(permit.visibility.listsHidden && permit.visibility.seesTrash && permit.visibility.rights == .all)
    }
}
