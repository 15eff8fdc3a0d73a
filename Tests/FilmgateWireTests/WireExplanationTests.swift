import FilmgateDBus
import FilmgateModel
import FilmgatePolicy
import FilmgateWire
import Testing

@Suite("Explanations on the wire")
struct WireExplanationTests {
    static let place = PolicyFileLocation(file: "/etc/filmgate/policy.d/hall.conf", line: 3)

    @Test("survive encoding and decoding, for every kind of decision and visibility")
    func roundTrip() throws {
        let client = try #require(ClientID("flatpak:org.example.App"))
        let now = Timestamp(rawValue: 1_700_000_000_000_000)
        var rules = ClientRules()
        rules.highest = PolicyValue(.limited, at: Self.place)
        let full = Grant(addOnly: .authorized, readWrite: .authorized, rights: .all, grantor: .person)
        let known = AssetFacts.known(hidden: false, trashed: false, selected: true, inAlbum: false, added: false)
        for stored in [nil, full] {
            for rules in [ClientRules(), rules] {
                for asset in [nil, AssetFacts.unknown, known] {
                    let explanation = Explanation(
                        AccessFacts(
                            client: client, stored: stored, since: now, expires: now, rules: rules, policySince: now,
                            asset: asset))
                    let description = AccessExplanation(explanation)
                    #expect(try AccessExplanation(representation: description.representation) == description)
                }
            }
        }
    }

    @Test("have the keys and types of the contract")
    func keys() throws {
        var rules = ClientRules()
        rules.highest = PolicyValue(.limited, at: Self.place)
        let explanation = Explanation(
            AccessFacts(
                client: try #require(ClientID("exe:/usr/bin/example")),
                stored: Grant(addOnly: .authorized, readWrite: .authorized, rights: .all, grantor: .admin),
                rules: rules, policySince: Timestamp(rawValue: 7)))
        let options = AccessExplanation(explanation).representation
        #expect(
            options.mapValues(\.signature) == [
                "visible": "b", "level": "s", "reason": "s", "granted-by": "s", "rule": "s", "since": "x",
                "source": "s",
            ])
        #expect(options["rule"]?.value(as: String.self) == "/etc/filmgate/policy.d/hall.conf:3")
        #expect(options["level"]?.value(as: String.self) == "limited")
    }

    @Test("only the empty text means no identifier")
    func identifiers() throws {
        #expect(try OptionalAssetIdentifier(representation: "").id == nil)
        #expect(OptionalAssetIdentifier(nil).representation == "")
        let id = AssetID.random()
        #expect(try OptionalAssetIdentifier(representation: id.description).id == id)
        #expect(throws: WireError.self) { try OptionalAssetIdentifier(representation: " ") }
    }
}
