import FilmgateModel
import Synchronization
import Testing

@testable import FilmgateBroker

/// Two clocks that a test sets.
final class SetClock: Sendable {
    private let times = Mutex((wall: Int64(0), boot: Int64(0)))

    var clock: Clock {
        Clock(
            now: { Timestamp(rawValue: self.times.withLock { $0.wall }) },
            sinceBoot: { self.times.withLock { $0.boot } })
    }

    /// - Parameters:
    ///   - wall: the time of the wall clock, in seconds.
    ///   - boot: the time since boot.
    func set(wall: Int64, boot: Int64) { times.withLock { $0 = (wall * 1_000_000, boot * 1_000_000) } }
}

@Suite("A grant with an end")
struct HeldGrantTests {
    private let app = Holder.client(ClientID(.flatpak, "org.example.App")!)
    private let times = SetClock()

    /// A grant of both accesses, read-write for an hour and adding for two, made at noon, a minute after boot.
    private func grant() -> ActiveGrant {
        times.set(wall: 43_200, boot: 60)
        let now = times.clock.now()
        let terms = GrantTerms(
            addOnly: .until(now.advanced(bySeconds: 7200), from: now),
            readWrite: .until(now.advanced(bySeconds: 3600), from: now))
        return ActiveGrant(
            GrantRecord(
                holder: app,
                grant: Grant(addOnly: .authorized, readWrite: .authorized, rights: .all, grantor: .person),
                terms: terms, grantedDate: now),
            countedSince: times.clock.sinceBoot())
    }

    @Test("ends at its time, and each of its statuses at its own")
    func moments() {
        let grant = grant()
        times.set(wall: 46_799, boot: 3659)
        #expect(grant.standing(by: times.clock, lapsingAfter: nil)?.grant.readWrite == .authorized)
        times.set(wall: 46_800, boot: 3660)
        #expect(grant.standing(by: times.clock, lapsingAfter: nil)?.grant.readWrite == .notDetermined)
        #expect(grant.standing(by: times.clock, lapsingAfter: nil)?.grant.addOnly == .authorized)
        times.set(wall: 50_400, boot: 7260)
        #expect(grant.standing(by: times.clock, lapsingAfter: nil) == nil)
    }

    @Test("is not prolonged by setting the clock back, and ends by setting it forward")
    func setClocks() {
        let grant = grant()
        times.set(wall: 0, boot: 3659)
        #expect(grant.standing(by: times.clock, lapsingAfter: nil)?.grant.readWrite == .authorized)
        times.set(wall: 0, boot: 3660)
        #expect(grant.standing(by: times.clock, lapsingAfter: nil)?.grant.readWrite == .notDetermined)
        times.set(wall: 1_000_000, boot: 61)
        #expect(grant.standing(by: times.clock, lapsingAfter: nil) == nil)
    }

    @Test("lasts no longer because of a restart, whatever the clock says afterwards")
    func restarts() throws {
        var grant = grant()
        // Half an hour later the broker writes the remaining time and stops.
        times.set(wall: 45_000, boot: 1860)
        let written = try #require(grant.standingFromNow(by: times.clock, lapsingAfter: nil))
        // It starts a quarter of an hour later, after a reboot.
        times.set(wall: 45_900, boot: 10)
        grant = ActiveGrant(written, writtenDown: 900 * 1_000_000, ago: times.clock.sinceBoot())
        #expect(try #require(grant.deadline).boot == 910 * 1_000_000)
        times.set(wall: 45_000, boot: 909)
        #expect(grant.standing(by: times.clock, lapsingAfter: nil)?.grant.readWrite == .authorized)
        times.set(wall: 45_000, boot: 910)
        #expect(grant.standing(by: times.clock, lapsingAfter: nil)?.grant.readWrite == .notDetermined)
        // It starts with the clock at the day before: the time that it was off is unknown, the rest is known.
        times.set(wall: -41_400, boot: 10)
        grant = ActiveGrant(written, writtenDown: -86_400 * 1_000_000, ago: times.clock.sinceBoot())
        times.set(wall: -41_400, boot: 1809)
        #expect(grant.standing(by: times.clock, lapsingAfter: nil)?.grant.readWrite == .authorized)
        times.set(wall: -41_400, boot: 1810)
        #expect(grant.standing(by: times.clock, lapsingAfter: nil)?.grant.readWrite == .notDetermined)
    }

    @Test("lapses after enough time without use, and use postpones that; a refusal never lapses")
    func lapse() {
        let day: Int64 = 86_400
        times.set(wall: 0, boot: 0)
        var record = GrantRecord(
            holder: app, grant: Grant(addOnly: .denied, readWrite: .limited, rights: [], grantor: .person),
            grantedDate: times.clock.now())
        func standing() -> Grant? {
            ActiveGrant(record, countedSince: 0).standing(by: times.clock, lapsingAfter: 30)?.grant
        }
        times.set(wall: 30 * day - 1, boot: 0)
        #expect(standing() == record.grant)
        times.set(wall: 30 * day, boot: 0)
        #expect(standing()?.readWrite == .notDetermined && standing()?.addOnly == .denied)
        record.lastUsed = Timestamp(rawValue: 10 * day * 1_000_000)
        #expect(standing() == record.grant)
        times.set(wall: 40 * day, boot: 0)
        #expect(standing()?.readWrite == .notDetermined)
        record.grant.addOnly = .authorized
        #expect(standing() == nil)
        times.set(wall: 40_000 * day, boot: 0)
        #expect(
            ActiveGrant(record, countedSince: 0).standing(by: times.clock, lapsingAfter: nil)?.grant == record.grant)
        #expect(record.lapses(afterDays: 30) != nil)
    }

    @Test("that gives nothing does not lapse, but ends at its time")
    func refusals() {
        times.set(wall: 0, boot: 0)
        let grant = Grant(addOnly: .denied, readWrite: .denied, rights: [], grantor: .person)
        let term = GrantTerm.until(Timestamp(rawValue: 40 * 86_400 * 1_000_000), from: times.clock.now())
        let record = GrantRecord(
            holder: app, grant: grant, terms: GrantTerms(both: term), grantedDate: times.clock.now())
        #expect(record.lapses(afterDays: 30) == nil)
        let held = ActiveGrant(record, countedSince: 0)
        times.set(wall: 39 * 86_400, boot: 0)
        #expect(held.standing(by: times.clock, lapsingAfter: 30)?.grant == grant)
        times.set(wall: 40 * 86_400, boot: 0)
        #expect(held.standing(by: times.clock, lapsingAfter: 30) == nil)
    }

    @Test("has no deadline if it ends with a connection or never")
    func deadlines() {
        let now = Timestamp(rawValue: 5)
        for terms in [GrantTerms(), GrantTerms(both: .connection("bus:1.5"))] {
            let record = GrantRecord(
                holder: app, grant: Grant(addOnly: .denied, readWrite: .limited, rights: [], grantor: .person),
                terms: terms, grantedDate: now)
            let grant = ActiveGrant(record, countedSince: 0)
            #expect(grant.deadline == nil)
            #expect(grant.standing(by: times.clock, lapsingAfter: nil) == record)
        }
        let far = GrantTerm.until(Timestamp(rawValue: .max), remaining: .max)
        let record = GrantRecord(holder: app, grant: .undetermined, terms: GrantTerms(both: far), grantedDate: now)
        #expect(ActiveGrant(record, countedSince: 7).deadline?.boot == .max)
    }

    @Test("of a closed library includes the time until it is opened again, whatever the wall clock says")
    func closed() {
        let times = SetClock()
        let hour: Int64 = 3_600_000_000
        let note = Timestamp(rawValue: 10 * hour)
        times.set(wall: 12 * 3600, boot: 5 * 3600)
        #expect(ActiveGrant.passed(since: note, closed: 3 * hour, by: times.clock) == 2 * hour)
        #expect(ActiveGrant.passed(since: note, closed: nil, by: times.clock) == 2 * hour)
        times.set(wall: 4 * 3600, boot: 5 * 3600)
        #expect(ActiveGrant.passed(since: note, closed: 3 * hour, by: times.clock) == 2 * hour, "it was set back")
        #expect(ActiveGrant.passed(since: note, closed: nil, by: times.clock) == 0)
        #expect(ActiveGrant.passed(since: nil, closed: nil, by: times.clock) == 0)
    }
}
