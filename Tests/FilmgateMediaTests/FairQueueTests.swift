import FilmgateSystem
import Testing

@Suite("The fair queue")
struct FairQueueTests {
    @Test("clients take turns, with one job of each at a time, however many one has")
    func round() {
        var turns = FairQueue<String, String, Int>(.init(width: 2))
        for job in 1...3 { turns.enter(job, of: "greedy", in: "greedy") }
        #expect(turns.next() == 1)
        #expect(turns.next() == nil && !turns.hasNext)
        turns.enter(11, of: "modest", in: "modest")
        turns.enter(21, of: "late", in: "late")
        #expect(turns.next() == 11)
        #expect(turns.next() == nil)
        turns.finished(1)
        // The greedy key was in line before the late one.
        #expect(turns.next() == 2)
        turns.finished(11)
        #expect(turns.next() == 21)
        turns.finished(21)
        #expect(turns.next() == nil)
        turns.finished(2)
        #expect(turns.hasNext)
        #expect(turns.next() == 3)
        turns.finished(3)
        #expect(turns.next() == nil)
    }

    @Test("only jobs that are withdrawn lose their turn")
    func withdrawn() {
        var turns = FairQueue<String, String, Int>(.init(width: 1))
        for job in 1...3 { turns.enter(job, of: "a", in: "a") }
        turns.enter(4, of: "b", in: "b")
        #expect(turns.next() == 1)
        // The running job, and one that has left, cannot be withdrawn.
        let withdrawn = [2, 2, 1, 4].map { turns.withdraw($0) }
        #expect(withdrawn == [true, false, false, true])
        turns.finished(1)
        #expect(turns.next() == 3)
        turns.finished(3)
        turns.enter(5, of: "b", in: "b")
        turns.enter(6, of: "a", in: "a")
        #expect(turns.withdrawAll() == [5, 6])
        #expect(turns.next() == nil && !turns.hasNext)
    }

    @Test("users take turns first, and a client's second job runs only while no other client waits")
    func users() {
        var limits = FairQueue<String, String, Int>.Limits(width: 2)
        limits.sharesIdle = true
        var turns = FairQueue<String, String, Int>(limits)
        for job in 1...4 { turns.enter(job, of: "a1", in: "a") }
        #expect(turns.ready == 2 && turns.next() == 1 && turns.next() == 2 && turns.next() == nil)
        for job in 5...6 { turns.enter(job, of: "a2", in: "a") }
        turns.enter(7, of: "b1", in: "b")
        turns.finished(1)
        #expect(turns.next() == 7, "its user has none running")
        turns.finished(2)
        #expect(turns.next() == 3)
        turns.finished(7)
        #expect(turns.next() == 5, "its client has none running, the other has")
        turns.finished(5)
        #expect(turns.next() == 6)
        turns.finished(6)
        #expect(turns.next() == 4, "nobody else waits")
        #expect(turns.next() == nil)
    }

    @Test("a client that leaves room takes a second place only if a third one stays free")
    func room() {
        for (width, count) in [(1, 1), (2, 1), (3, 2)] {
            var limits = FairQueue<String, String, Int>.Limits(width: width)
            limits.sharesIdle = true
            var turns = FairQueue<String, String, Int>(limits)
            for job in 1...4 { turns.enter(job, of: "a1", in: "a", keepsPlaceFree: true) }
            #expect(turns.ready == count)
            for job in 1...count { #expect(turns.next() == job) }
            #expect(turns.next() == nil)
            turns.enter(5, of: "a2", in: "a")
            #expect(turns.next() == (width == 1 ? nil : 5))
        }
    }

    @Test("an urgent job goes before its client's others, after earlier urgent ones, and takes nobody's turn")
    func urgent() {
        var turns = FairQueue<String, String, Int>(FairQueue<String, String, Int>.Limits(width: 1))
        for job in 1...2 { turns.enter(job, of: "a1", in: "a") }
        turns.enter(3, of: "a2", in: "a")
        for job in 4...6 { turns.enter(job, of: "a1", in: "a", isUrgent: true) }
        let isWithdrawn = turns.withdraw(5)
        #expect(isWithdrawn)
        var order: [Int] = []
        while let job = turns.next() {
            order.append(job)
            turns.finished(job)
        }
        #expect(order == [4, 3, 6, 1, 2])
    }

    @Test("a client that leaves no room waits for none of its user's that do, however long these take")
    func privileged() {
        var limits = FairQueue<String, String, Int>.Limits(width: 1)
        limits.most = 3
        var turns = FairQueue<String, String, Int>(limits)
        turns.enter(1, of: "app 1", in: "a", keepsPlaceFree: true)
        turns.enter(2, of: "app 2", in: "a", keepsPlaceFree: true)
        #expect(turns.next() == 1 && turns.next() == nil)
        turns.isSlow(1)
        turns.enter(3, of: "tool 1", in: "a")
        turns.enter(4, of: "tool 2", in: "a")
        #expect(turns.ready == 1 && turns.next() == 3)
        #expect(turns.next() == nil, "the apps and the other tool wait for it")
        turns.finished(3)
        #expect(turns.next() == 4)
        turns.finished(4)
        turns.finished(1)
        #expect(turns.next() == 2)
    }

    @Test(
        "a slow job leaves its place to others, and its client waits for it, within limits for a user and for all"
    )
    func slow() {
        var limits = FairQueue<String, String, Int>.Limits(width: 1)
        limits.sharesIdle = true
        limits.slow = 2
        limits.slowOfGroup = 1
        limits.most = 3
        var turns = FairQueue<String, String, Int>(limits)
        for job in 1...2 { turns.enter(job, of: "a1", in: "a") }
        turns.enter(3, of: "a2", in: "a")
        turns.enter(4, of: "a3", in: "a")
        #expect(turns.next() == 1 && turns.next() == nil)
        turns.isSlow(1)
        #expect(turns.next() == 3, "not another of the client's")
        // The user has as many slow jobs as allowed, so this one still counts.
        turns.isSlow(3)
        #expect(turns.next() == nil)
        // Another user does not wait for these jobs.
        for job in 5...6 { turns.enter(job, of: "b1", in: "b") }
        #expect(turns.next() == 5 && turns.next() == nil)
        turns.enter(7, of: "c1", in: "c")
        #expect(turns.next() == nil, "as many as there may be at all")
        turns.finished(5)
        #expect(turns.next() == 6 && turns.next() == nil)
        turns.finished(6)
        #expect(turns.next() == 7)
        turns.finished(3)
        turns.finished(7)
        turns.finished(1)
        #expect(turns.ready == 1 && turns.next() == 4)
    }

    @Test("a client with a slow job gets no second place, whether the job left its place or not")
    func slowAlone() {
        var limits = FairQueue<String, String, Int>.Limits(width: 2)
        limits.sharesIdle = true
        var turns = FairQueue<String, String, Int>(limits)
        turns.enter(1, of: "a1", in: "a")
        #expect(turns.next() == 1)
        turns.isSlow(1)
        turns.enter(2, of: "a1", in: "a")
        #expect(turns.next() == nil && turns.ready == 0)
        turns.enter(3, of: "a2", in: "a")
        #expect(turns.next() == 3)
    }
}
