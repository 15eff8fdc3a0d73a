import FilmgateTestKit
import Testing

@testable import Filmgate

/// How the library combines signals and answers, without a bus.
@Suite("Following changes")
struct ChangeFollowerTests {
    static func update(_ token: String, _ ids: AssetID...) -> LibraryUpdate {
        var changes = LibraryChanges()
        changes.inserted = ids
        return LibraryUpdate(token: ChangeToken(token), changes: changes)
    }

    static func anew(_ token: String, _ reason: LibraryChanges.Reason) -> LibraryUpdate {
        LibraryUpdate(token: ChangeToken(token), changes: .anew(reason))
    }

    @Test("begins with an update without changes, and passes on signals")
    func beginning() {
        var follower = ChangeFollower(since: nil)
        #expect(follower.subscribed(at: ChangeToken("1"), isComplete: true) == [.deliver(Self.update("1"))])
        let second = Self.update("2", .random())
        #expect(follower.received(second) == [.deliver(second)])
        let third = Self.update("3", .random())
        #expect(follower.received(third) == [.deliver(third)])
        #expect(follower.appToken == ChangeToken("3"))
    }

    @Test("asks for what it missed, page by page, and drops signals that repeat it")
    func catchingUp() {
        var follower = ChangeFollower(since: ChangeToken("1"))
        #expect(follower.subscribed(at: ChangeToken("4"), isComplete: true) == [.ask(since: ChangeToken("1"))])
        let page = Self.update("3", .random())
        #expect(follower.answered(page, hasMore: true) == [.deliver(page), .ask(since: ChangeToken("3"))])
        // Committed between Subscribe and the answer: it is in the answer, and in a signal after it.
        let last = Self.update("5", .random())
        #expect(follower.answered(last, hasMore: false) == [.deliver(last)])
        #expect(follower.received(Self.update("5", .random())) == [])
        let next = Self.update("6", .random())
        #expect(follower.received(next) == [.deliver(next)])
        // A signal that repeats a part.
        #expect(follower.subscribed(at: ChangeToken("6"), isComplete: true) == [])
        #expect(follower.subscribed(at: ChangeToken("8"), isComplete: true) == [.ask(since: ChangeToken("6"))])
        let ninth = Self.update("9", .random())
        #expect(follower.answered(ninth, hasMore: false) == [.deliver(ninth)])
        #expect(follower.received(Self.update("10", .random())) == [.ask(since: ChangeToken("9"))])
    }

    @Test("asks if signals came that may be older than the subscription")
    func uncertain() {
        var follower = ChangeFollower(since: nil)
        let token = ChangeToken("2")
        #expect(follower.subscribed(at: token, isComplete: false) == [.deliver(Self.update("2")), .ask(since: token)])
        #expect(follower.answered(Self.update("2"), hasMore: false) == [])
        #expect(follower.received(Self.update("3", .random())) == [.ask(since: token)])
    }

    @Test("asks once for several unread signals, and continues with those after them")
    func missed() {
        var follower = ChangeFollower(since: nil)
        #expect(follower.missed() == [])
        _ = follower.subscribed(at: ChangeToken("1"), isComplete: true)
        #expect(follower.missed() == [.ask(since: ChangeToken("1"))])
        let all = Self.update("4", .random())
        #expect(follower.answered(all, hasMore: false) == [.deliver(all)])
        #expect(follower.received(Self.update("5", .random())) == [.ask(since: ChangeToken("4"))])
        let fifth = Self.update("5", .random())
        #expect(follower.answered(fifth, hasMore: false) == [.deliver(fifth)])
        let sixth = Self.update("6", .random())
        #expect(follower.received(sixth) == [.deliver(sixth)])
    }

    @Test("asks for changes that were too long for a signal")
    func long() {
        var follower = ChangeFollower(since: nil)
        _ = follower.subscribed(at: ChangeToken("1"), isComplete: true)
        #expect(follower.received(Self.anew("2", .library)) == [.ask(since: ChangeToken("1"))])
        let all = Self.update("2", .random())
        #expect(follower.answered(all, hasMore: false) == [.deliver(all)])
        let next = Self.update("3", .random())
        #expect(follower.received(next) == [.deliver(next)])
    }

    @Test(
        "reports once that access was lost, and that it is back, from a signal or a subscription"
    )
    func access() {
        var follower = ChangeFollower(since: nil)
        _ = follower.subscribed(at: ChangeToken("1"), isComplete: true)
        #expect(follower.received(Self.anew("", .grant)) == [.deliver(.accessLost)])
        #expect(follower.lost() == [])
        #expect(follower.received(Self.anew("2", .grant)) == [.deliver(Self.anew("2", .grant))])
        let third = Self.update("3", .random())
        #expect(follower.received(third) == [.deliver(third)])
        #expect(follower.lost() == [.deliver(.accessLost)])
        #expect(
            follower.subscribed(at: ChangeToken("4"), isComplete: true) == [.deliver(Self.anew("4", .grant))])
    }

    @Test("starts over if the history does not reach back")
    func expired() {
        var follower = ChangeFollower(since: ChangeToken("old"))
        #expect(follower.subscribed(at: ChangeToken("7"), isComplete: true) == [.ask(since: ChangeToken("old"))])
        let anew = LibraryUpdate(token: ChangeToken("7"), changes: .anew(.library), isOfExpiredToken: true)
        #expect(follower.skipped(to: ChangeToken("7"), isExpired: true) == [.deliver(anew)])
        let next = Self.update("8", .random())
        #expect(follower.received(next) == [.deliver(next)])
    }
}
