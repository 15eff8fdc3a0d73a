import FilmgateTestWorlds
import FilmgateModel
import FilmgatePolicy
import FilmgateWire
import Testing

@testable import FilmgateBroker

@Suite("The tickets of a library", .runningLoop)
struct TicketTimeTests {
    private static let editor = ClientID(.flatpak, "org.example.Editor")

    private static func client(_ id: ClientID?) throws -> Client {
        Client(id: try #require(id), user: 1000, isOwnersTool: false, connection: "c1")
    }

    private static func ticket(at now: Int64) throws -> EditTicket {
        try EditTicket(for: #require(editor), toEdit: .random(), under: ClientRules(), at: now)
    }

    @Test("are good for ten minutes since boot, and no longer, whatever the wall clock says")
    @BrokerActor func late() throws {
        let (tickets, app, times) = (EditTickets(), try Self.client(Self.editor), SetClock())
        let rules = ClientRules()
        times.set(wall: 43_200, boot: 100)
        let texts = try (0..<2).map { _ in
            tickets.add(try Self.ticket(at: times.clock.sinceBoot())).description
        }
        times.set(wall: 0, boot: 699)
        _ = try tickets.take(texts[0], for: app, under: rules, at: times.clock.sinceBoot())
        times.set(wall: 0, boot: 700)
        #expect(throws: WireError.badTicket) {
            try tickets.take(texts[1], for: app, under: rules, at: times.clock.sinceBoot())
        }
    }

    @Test("are good for one client, once, under the rules that they were made under")
    @BrokerActor func once() throws {
        let (tickets, app, thief) = (
            EditTickets(), try Self.client(Self.editor), try Self.client(ClientID(.flatpak, "org.example.Thief"))
        )
        let text = tickets.add(try Self.ticket(at: 0)).description
        #expect(throws: WireError.badTicket) { try tickets.take(text, for: thief, under: ClientRules(), at: 1) }
        _ = try tickets.take(text, for: app, under: ClientRules(), at: 1)
        #expect(throws: WireError.badTicket) { try tickets.take(text, for: app, under: ClientRules(), at: 1) }
        let other = tickets.add(try Self.ticket(at: 0)).description
        tickets.endAll(of: thief.id)
        _ = try tickets.take(other, for: app, under: ClientRules(), at: 1)
        let ended = tickets.add(try Self.ticket(at: 0)).description
        tickets.endAll(of: app.id)
        #expect(throws: WireError.badTicket) { try tickets.take(ended, for: app, under: ClientRules(), at: 1) }
    }

    @Test("are a hundred at most: the oldest end first")
    @BrokerActor func limit() throws {
        let (tickets, app) = (EditTickets(), try Self.client(Self.editor))
        let texts = try (0..<101).map { tickets.add(try Self.ticket(at: $0)).description }
        #expect(throws: WireError.badTicket) { try tickets.take(texts[0], for: app, under: ClientRules(), at: 200) }
        for text in texts[1...] { _ = try tickets.take(text, for: app, under: ClientRules(), at: 200) }
    }
}
