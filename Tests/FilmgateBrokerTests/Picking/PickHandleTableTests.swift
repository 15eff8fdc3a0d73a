import FilmgateModel
import FilmgatePolicy
import Testing

@testable import FilmgateBroker

@Suite("The items that a connection holds")
struct PickHandleTableTests {
    private func items(_ count: Int) throws -> [PickedItem] {
        let client = Client(
            id: ClientID(.flatpak, "org.example.App")!, user: 1000, isOwnersTool: false, connection: "c1")
        var configuration = PickerConfiguration()
        configuration.limit = PickerConfiguration.mostItems
        let picker = try Picker(
            configuration, matching: nil, for: client, given: .undetermined, under: ClientRules())
        let ids = (0..<count).map { _ in AssetID.random() }
        let found = Dictionary(
            uniqueKeysWithValues: ids.map {
                ($0, PickableAsset(mediaType: .image, duration: nil, isHidden: false, width: 4, height: 3))
            })
        return try picker.items(of: PickAnswer(ids), among: found, isByRule: false)
    }

    @Test("are those of the latest picks, and never more than the limit")
    func limit() throws {
        var picks = PickHandleTable()
        let oldest = try items(PickerConfiguration.mostItems)
        let first = picks.add(oldest)
        let second = picks.add(try items(PickerConfiguration.mostItems))
        #expect(first.allSatisfy { picks[$0] != nil } && second.allSatisfy { picks[$0] != nil })
        let third = picks.add(try items(1))
        #expect(picks[first[0]] == nil && !picks.holds(oldest[0]))
        #expect(picks[first[1]] != nil && second.allSatisfy { picks[$0] != nil } && picks[third[0]] != nil)
        #expect(Set(first + second + third).count == 2 * PickerConfiguration.mostItems + 1)
    }

    @Test("end if their terms do")
    func terms() throws {
        var picks = PickHandleTable()
        let handle = picks.add(try items(1))[0]
        picks.endAll(butOn: PickedItemPermissions(ClientRules()))
        #expect(picks[handle] != nil)
        picks.endAll(butOn: nil)
        #expect(picks[handle] == nil && picks.isEmpty)
    }
}
