import Testing

@testable import filmgate_window

@Suite("The lines of the sidebar")
@MainActor struct SidebarEntryTests {
    @Test("list the inbox only with the number of what waits, which a screen reader says")
    func inbox() throws {
        #expect(SidebarEntry.last(waiting: nil).map(\.item) == [.hidden, .trash, .apps])
        let lines = SidebarEntry.last(waiting: 2)
        #expect(lines.map(\.item) == [.inbox, .hidden, .trash, .apps])
        let inbox = try #require(lines.first)
        #expect(inbox.count == 2 && inbox.title == "Inbox" && inbox.accessibleName == "Inbox, 2 items")
        #expect(SidebarItem.inbox.request == nil && SidebarItem.inbox.dragText == nil, "no fetch finds what waits")
    }
}
