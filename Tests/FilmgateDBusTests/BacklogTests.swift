@testable import FilmgateDBus
import Testing

@Suite("The backlog of clients")
struct BacklogTests {
    private static let limits = BacklogLimits()
    private static let first: BusName = ":1.1"
    private static let second: BusName = ":1.2"
    private static func alone(_ name: BusName) -> String { name.rawValue }

    private var backlog = Backlog(BacklogLimits())

    private func admits(_ load: UnreadMessageSize, to name: BusName) -> Bool {
        backlog.admits(load, to: name, quotaGroup: Self.alone)
    }

    @Test("the bus is not asked about small answers, but once after a quarter of a megabyte or a few descriptors")
    mutating func asking() {
        for _ in 0..<1000 { #expect(backlog.sent(UnreadMessageSize(bytes: 200), to: Self.first) == nil) }
        #expect(backlog.sent(UnreadMessageSize(bytes: 100_000), to: Self.second) == .all)
        #expect(backlog.sent(UnreadMessageSize(bytes: 300_000), to: Self.second) == nil, "the answer is on its way")
        #expect(backlog.answered(all: UnreadMessageSize(bytes: 200)).questions == [.all], "much was sent since")
        #expect(
            backlog.outstanding == UnreadMessageSize(bytes: 300_000),
            "what was sent after the question is not in its answer")
        #expect(backlog.answered(all: UnreadMessageSize(bytes: 200)) == Backlog.BacklogActions())
        #expect(backlog.outstanding == UnreadMessageSize())
        let asked = (0..<5).map { _ in backlog.sent(UnreadMessageSize(bytes: 200, descriptors: 1), to: Self.first) }
        #expect(asked == [nil, nil, nil, nil, .all])
    }

    @Test("nothing is held back while the bus says that everything was read")
    mutating func quiet() {
        for _ in 0..<10_000 {
            let load = UnreadMessageSize(bytes: 300, descriptors: 1)
            #expect(admits(load, to: Self.first))
            if backlog.sent(load, to: Self.first) == .all { _ = backlog.answered(all: UnreadMessageSize()) }
        }
        #expect(!backlog.isBackpressured(Self.first))
    }

    @Test("the bus is asked about each client with much outstanding if it says that something is unread")
    mutating func singling() {
        _ = backlog.sent(UnreadMessageSize(bytes: 200_000), to: Self.first)
        #expect(backlog.sent(UnreadMessageSize(bytes: 100_000), to: Self.second) == .all)
        let outcome = backlog.answered(all: UnreadMessageSize(bytes: 280_000))
        #expect(Set(outcome.questions) == [.of(Self.first), .of(Self.second)])
        #expect(backlog.answered(UnreadMessageSize(bytes: 30), of: Self.second) == Backlog.BacklogActions())
        #expect(
            backlog.answered(UnreadMessageSize(bytes: 200_000), of: Self.first).reminder
                == Backlog.Reminder(name: Self.first, delay: .milliseconds(4)))
        #expect(backlog.isBackpressured(Self.first) && !backlog.isBackpressured(Self.second))
        #expect(backlog.outstanding == UnreadMessageSize(bytes: 200_000))
    }

    @Test(
        "replies beyond the limit are held back; the bus is asked at once, and then ever less often until they were read"
    )
    mutating func holding() {
        _ = backlog.sent(UnreadMessageSize(bytes: 1 << 20), to: Self.first)
        #expect(!admits(UnreadMessageSize(bytes: 200), to: Self.first))
        #expect(admits(UnreadMessageSize(bytes: 4 << 20), to: Self.second), "others' matter is their own")
        #expect(backlog.hold(for: Self.first) == .of(Self.first))
        var delays: [Duration] = []
        for _ in 0..<12 {
            let outcome = backlog.answered(UnreadMessageSize(bytes: 900_000), of: Self.first)
            delays += outcome.reminder.map { [$0.delay] } ?? []
            #expect(backlog.remind(Self.first) == .of(Self.first))
        }
        #expect(delays.first == .milliseconds(4) && delays.last == Backlog.longestDelay)
        #expect(delays == delays.sorted())
        let outcome = backlog.answered(UnreadMessageSize(bytes: 100), of: Self.first)
        #expect(outcome.drained == [Self.first])
        #expect(
            admits(UnreadMessageSize(bytes: 4 << 20), to: Self.first),
            "a large one goes where nothing is left before it")
        backlog.released(Self.first)
        #expect(backlog.remind(Self.first) == nil)
    }

    @Test("a group gets at most half of what the others leave, and a client that reads everything is not held back")
    mutating func sharing() {
        let hostile = (0..<64).map { BusName(checked: ":1.\(100 + $0)") }
        func quotaGroup(_ name: BusName) -> String { hostile.contains(name) ? "hostile" : name.rawValue }
        let load = UnreadMessageSize(bytes: 300, descriptors: 1)
        var sent = 0
        for _ in 0..<8 {
            for name in hostile {
                guard backlog.admits(load, to: name, quotaGroup: quotaGroup) else { continue }
                sent += 1
                _ = backlog.sent(load, to: name)
                // The first one of each shows that it is behind.
                _ = backlog.hold(for: name)
                _ = backlog.answered(UnreadMessageSize(bytes: 20_000, descriptors: 1), of: name)
            }
        }
        #expect(sent <= Self.limits.ofAll.descriptors + Self.limits.ofAll.descriptors / 4, "\(sent)")
        #expect(backlog.outstanding.descriptors < 64, "the bus would read nothing more")
        #expect(sent < 63)
        for name in hostile { backlog.departed(name) }
        #expect(backlog.outstanding == UnreadMessageSize())
    }

    @Test("a reply that is being sent counts already")
    mutating func reserved() {
        let names = (0..<100).map { BusName(checked: ":1.\(100 + $0)") }
        var sending: [BusName] = []
        for name in names where admits(UnreadMessageSize(bytes: 300, descriptors: 1), to: name) {
            backlog.reserve(UnreadMessageSize(bytes: 300, descriptors: 1), for: name)
            sending.append(name)
        }
        #expect(sending.count == 60)
        for name in sending {
            backlog.unreserve(UnreadMessageSize(bytes: 300, descriptors: 1), for: name)
            _ = backlog.sent(UnreadMessageSize(bytes: 300, descriptors: 1), to: name)
        }
        #expect(backlog.outstanding.descriptors == 60)
        for name in sending { backlog.departed(name) }
        #expect(backlog.outstanding == UnreadMessageSize())
    }

    @Test("the bus is asked again if much was sent since the question")
    mutating func again() {
        #expect(backlog.sent(UnreadMessageSize(bytes: 300_000), to: Self.first) == .all)
        #expect(backlog.sent(UnreadMessageSize(bytes: 3 << 20), to: Self.first) == nil)
        #expect(backlog.isBackpressured(Self.first), "nobody knows better yet")
        #expect(backlog.answered(all: UnreadMessageSize()).questions == [.all])
        #expect(backlog.answered(all: UnreadMessageSize()).drained == [Self.first])
    }

    @Test("small answers do not add up while one client is backpressured")
    mutating func small() {
        #expect(backlog.sent(UnreadMessageSize(bytes: 900_000), to: Self.first) == .all)
        #expect(backlog.answered(all: UnreadMessageSize(bytes: 900_000)).questions == [.of(Self.first)])
        _ = backlog.answered(UnreadMessageSize(bytes: 900_000), of: Self.first)
        for number in 0..<1000 {
            let name = BusName(checked: ":2.\(number)")
            if backlog.sent(UnreadMessageSize(bytes: 10_000), to: name) == .all {
                let outcome = backlog.answered(all: UnreadMessageSize(bytes: 900_000))
                #expect(outcome.questions.allSatisfy { $0 == .of(Self.first) })
                _ = backlog.answered(UnreadMessageSize(bytes: 900_000), of: Self.first)
            }
        }
        #expect(backlog.outstanding.bytes < 2 << 20)
    }

    @Test("no client is backpressured if the bus does not tell")
    mutating func unreported() {
        _ = backlog.sent(UnreadMessageSize(bytes: 2 << 20), to: Self.first)
        _ = backlog.hold(for: Self.first)
        _ = backlog.answered(UnreadMessageSize(bytes: 2 << 20), of: Self.first)
        #expect(backlog.giveUp() == [Self.first])
        #expect(admits(UnreadMessageSize(bytes: 4 << 20), to: Self.first))
        #expect(backlog.sent(UnreadMessageSize(bytes: 4 << 20), to: Self.first) == nil)
    }

    @Test("the bus is asked again if no answer came")
    mutating func unanswered() {
        _ = backlog.sent(UnreadMessageSize(bytes: 2 << 20), to: Self.first)
        #expect(backlog.unanswered(.all).questions == [.of(Self.first)])
        #expect(backlog.hold(for: Self.first) == nil, "it is asked about already")
        #expect(backlog.unanswered(.of(Self.first)).reminder?.delay == Backlog.longestDelay)
        #expect(backlog.remind(Self.first) == .of(Self.first))
    }
}
