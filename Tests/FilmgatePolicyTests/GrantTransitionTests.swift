import FilmgateModel
import Testing

@testable import FilmgatePolicy

@Suite("A grant transition")
struct GrantTransitionTests {
    private static let end = GrantTerm.until(Timestamp(rawValue: 1), remaining: 1)
    private static let levels: [Level] = [.none, .addOnly, .limited, .full]
    private static let presets = EffectiveGrantTests.presets

    private func client(_ kind: ClientKind) -> ClientID { ClientID(kind, "/bin/a")! }

    private func record(
        _ level: Level, _ rights: Rights = .all, until term: GrantTerm? = nil, by grantor: Grantor = .admin,
        of kind: ClientKind = .flatpak
    ) -> GrantRecord? {
        level.statuses.map {
            GrantRecord(
                holder: .client(client(kind)),
                grant: Grant(addOnly: $0.addOnly, readWrite: $0.readWrite, rights: rights, grantor: grantor),
                terms: GrantTerms(both: term), grantedDate: Timestamp(rawValue: 0))
        }
    }

    private func setting(
        _ level: Level, rights: Rights = .all, isForGood: Bool = true, selecting count: Int = 0,
        over own: GrantRecord? = nil, connections: [GrantRecord] = [], preset: RuleLevel? = nil,
        highest: RuleLevel? = nil, of kind: ClientKind = .flatpak
    ) -> GrantTransition {
        GrantTransition(
            setting: level, rights: rights, isForGood: isForGood, selecting: count, of: client(kind),
            over: ClientGrants(own: own, connections: connections),
            under: EffectiveGrantTests.rules(highest: highest, preset: preset))
    }

    private func resetting(
        _ own: GrantRecord?, connections: [GrantRecord] = [], preset: RuleLevel? = nil, highest: RuleLevel? = nil,
        of kind: ClientKind = .flatpak
    ) -> GrantTransition {
        GrantTransition(
            resetting: client(kind), from: ClientGrants(own: own, connections: connections),
            under: EffectiveGrantTests.rules(highest: highest, preset: preset))
    }

    /// From 0 for no access to 3 for full access.
    private func reach(_ level: Level?) -> Int {
        switch level {
        case .full: 3
        case .limited: 2
        case .addOnly: 1
        case .undetermined, .none?, .restricted, nil: 0
        }
    }

    @Test("extends if files turn into the only type that the client sees", arguments: [Level.full, .limited])
    func turned(_ level: Level) throws {
        var before = try #require(record(.full))
        var after = try #require(record(level))
        for types: Set<MediaType> in [MediaType.all, [.video], [.image]] {
            before.grant.limits.mediaTypes = types
            after.grant.limits.mediaTypes = types
            for turned: Set<MediaType> in [[], [.video], [.image]] {
                let transition = GrantTransition(
                    restoring: client(.flatpak), from: ClientGrants(own: before), to: ClientGrants(own: after),
                    showsMore: false, turned: turned, under: ClientRules())
                let extends = types != MediaType.all && types == turned
                #expect(transition.operation == (extends ? .extend : .takeBack), "\(types) \(turned)")
            }
        }
    }

    /// Sets every level over every other and over none, with and without an end, under every preset. The expectations
    /// come from numbers alone.
    @Test(
        "takes back if the client never gets more than it has at any time now; otherwise it extends",
        arguments: presets)
    func table(_ preset: RuleLevel?) {
        let fallback = reach(preset?.level)
        for before in [nil] + Self.levels.map({ Optional($0) }) {
            for term in before == nil ? [nil] : [nil, Self.end] {
                // The client's level now, and after the end of the term.
                let earlier = before == nil ? [fallback] : term == nil ? [reach(before)] : [reach(before), fallback]
                let standing = before.flatMap { record($0, Rights.usual(for: .flatpak), until: term) }
                for level in Self.levels {
                    for isForGood in [true, false] {
                        let later = isForGood ? [reach(level)] : [reach(level), fallback]
                        let found = setting(
                            level, rights: Rights.usual(for: .flatpak), isForGood: isForGood, over: standing,
                            preset: preset)
                        let takesBack = (later.max() ?? 0) <= (earlier.min() ?? 0)
                        #expect(
                            found.operation == (takesBack ? .takeBack : .extend),
                            "\(level) \(isForGood) over \(String(describing: before)) \(String(describing: term))")
                        #expect(
                            reach(found.level) == later.max() && found.isLater == (reach(level) < (later.max() ?? 0)))
                    }
                }
                let found = resetting(standing, preset: preset)
                #expect(found.operation == (fallback <= (earlier.min() ?? 0) ? .takeBack : .extend))
                #expect(found.level == preset?.level ?? .undetermined && !found.isLater)
            }
        }
    }

    @Test("from a denial that is reset, or that ends, gives what the preset gives")
    func denial() {
        for found in [
            resetting(record(.none), preset: .full),
            setting(.none, isForGood: false, over: record(.none), preset: .full),
        ] {
            #expect(found.operation == .extend && found.level == .full)
        }
        #expect(resetting(record(.none)).operation == .takeBack, "it may ask again")
        #expect(setting(.none, over: nil, preset: .full).operation == .takeBack)
        #expect(setting(.none, isForGood: false, over: nil, preset: .full).operation == .takeBack)
    }

    @Test("extends with more rights, a different selection or a different end")
    func details() {
        #expect(setting(.full, rights: .location, over: record(.full, .originals)).operation == .extend)
        #expect(setting(.full, rights: .originals, over: record(.full, .all)).operation == .takeBack)
        #expect(setting(.limited, rights: [], selecting: 1, over: record(.limited)).operation == .extend)
        #expect(setting(.limited, rights: [], selecting: 1, over: record(.full)).operation == .takeBack)
        #expect(setting(.limited, rights: [], over: record(.full, until: Self.end)).operation == .extend)
        #expect(setting(.none, rights: [], over: record(.full, until: Self.end)).operation == .takeBack)
        #expect(setting(.full, rights: [], over: nil, preset: .full).operation == .takeBack)
        #expect(resetting(record(.full, []), preset: .full).operation == .extend, "a preset has the usual rights")
        #expect(AdminOperation(adding: 0) == .takeBack && AdminOperation(adding: 1) == .extend)
    }

    @Test("extends with a higher limit of pixels, and with rights or pixels that a rule forbids now")
    func limits() {
        func setting(
            _ limits: ContentLimits, rights: Rights = .usual, over before: ContentLimits,
            _ rules: ClientRules = ClientRules()
        ) -> AdminOperation {
            var own = record(.full, [.originals, .captions, .write])
            own?.grant.limits = before
            return GrantTransition(
                setting: .full, rights: rights, limits: limits, isForGood: true, selecting: 0, of: client(.flatpak),
                over: ClientGrants(own: own), under: rules
            ).operation
        }
        let (none, small, large) = (ContentLimits(), ContentLimits(maxPixels: 64), ContentLimits(maxPixels: 512))
        for (after, before, isCovered) in [
            (none, none, true), (small, none, true), (small, small, true), (small, large, true), (none, large, false),
            (large, small, false),
        ] {
            let operation = setting(after, rights: [.captions], over: before)
            #expect(operation == (isCovered ? .takeBack : .extend), "\(before) \(after)")
        }
        var rules = ClientRules()
        rules.maxPixels = PolicyValue(64, at: EffectiveGrantTests.here)
        #expect(setting(none, rights: [], over: large, rules) == .extend)
        rules = ClientRules()
        rules.rights = PolicyValue([.captions], at: EffectiveGrantTests.here)
        #expect(setting(none, rights: .all, over: none, rules) == .extend)
        #expect(setting(none, rights: [.originals, .write], over: none, rules) == .takeBack)
    }

    @Test("extends if it gives a location that a rule forbids now")
    func locations() {
        var rules = ClientRules()
        rules.locations = PolicyValue(nil, at: EffectiveGrantTests.here)
        func setting(_ rights: Rights) -> AdminOperation {
            GrantTransition(
                setting: .full, rights: rights, isForGood: true, selecting: 0, of: client(.flatpak),
                over: ClientGrants(own: record(.full, [.originals, .captions])), under: rules
            ).operation
        }
        #expect(setting(.all) == .extend && setting([.originals, .captions]) == .takeBack)
        rules.locations = PolicyValue(.town, at: EffectiveGrantTests.here)
        #expect(setting(.all) == .extend && setting([.originals, .captions]) == .takeBack)
    }

    @Test("extends with exact places over rounded ones, also if a rule rounds them now")
    func precision() {
        let (exact, town) = (ContentLimits(), ContentLimits(locationPrecision: .town))
        for rounds in [false, true] {
            var rules = ClientRules()
            if rounds { rules.locations = PolicyValue(.town, at: EffectiveGrantTests.here) }
            for (after, before) in [(exact, exact), (exact, town), (town, exact), (town, town)] {
                var own = record(.full)
                own?.grant.limits = before
                let found = GrantTransition(
                    setting: .full, rights: .usual, limits: after, isForGood: true, selecting: 0, of: client(.flatpak),
                    over: ClientGrants(own: own), under: rules)
                #expect(found.operation == (after == exact && before == town ? .extend : .takeBack))
            }
        }
    }

    @Test("compares the grants both with and without the ceiling")
    func ceilings() {
        for highest in RuleLevel.allCases {
            #expect(setting(.full, over: record(.limited), highest: highest).operation == .extend, "\(highest)")
            #expect(setting(.full, over: record(.none), highest: highest).operation == .extend, "\(highest)")
            #expect(setting(.none, over: record(.full), highest: highest).operation == .takeBack, "\(highest)")
            #expect(resetting(record(.none), preset: .full, highest: highest).operation == .extend, "\(highest)")
        }
        let limited = setting(.limited, selecting: 1, over: record(.full), highest: .limited)
        #expect(limited.operation == .extend, "the selection under the ceiling may be a smaller one")
        #expect(resetting(record(.none), preset: .full, highest: .addOnly).level == .addOnly)
        #expect(setting(.none, isForGood: false, over: nil, preset: .full, highest: .limited).level == .limited)
    }

    @Test("gives a program's connections back what a person allowed them when an administrator's denial ends")
    func connections() throws {
        for kind in ClientKind.allCases where !kind.isVerified {
            let allowed = [try #require(record(.full, by: .person, of: kind))]
            let refused = [try #require(record(.none, by: .person, of: kind))]
            let no = record(.none, of: kind)
            let short = setting(.none, isForGood: false, over: no, connections: allowed, of: kind)
            #expect(short.operation == .extend && short.level == .full && short.isLater)
            #expect(setting(.none, over: no, connections: allowed, of: kind).operation == .takeBack)
            #expect(setting(.none, isForGood: false, connections: allowed, of: kind).operation == .takeBack)
            #expect(resetting(no, connections: allowed, of: kind).operation == .takeBack, "theirs goes, too")
            #expect(resetting(nil, connections: refused, preset: .full, of: kind).operation == .extend)
            #expect(setting(.limited, connections: allowed, of: kind).operation == .extend, "others have nothing")
            let selected = [try #require(record(.limited, by: .person, of: kind))]
            let shared = setting(.limited, connections: selected, preset: .limited, of: kind)
            #expect(shared.operation == .extend, "what all connections added is more than what one did")
        }
    }

    @Test("by a restored backup extends if the client, or one of its connections, gets more at any time")
    func restoring() {
        func rises(
            _ before: GrantRecord?, _ after: GrantRecord?, _ connections: [[GrantRecord]] = [[], []],
            showsMore: Bool = false, of kind: ClientKind = .flatpak
        ) -> Bool {
            let transition = GrantTransition(
                restoring: client(kind), from: ClientGrants(own: before, connections: connections[0]),
                to: ClientGrants(own: after, connections: connections[1]), showsMore: showsMore,
                under: EffectiveGrantTests.rules(highest: nil, preset: nil))
            return transition.operation == .extend
        }
        for before in Self.levels {
            for after in Self.levels {
                let more = reach(after) > reach(before)
                #expect(rises(record(before), record(after)) == more, "\(before) to \(after)")
                #expect(!rises(record(before), nil))
            }
            #expect(rises(nil, record(before)) == (reach(before) > 0))
        }
        #expect(rises(record(.limited), record(.limited), showsMore: true))
        #expect(!rises(record(.full), record(.limited), showsMore: true))
        #expect(rises(record(.full, .reading), record(.full, .all)))
        #expect(rises(record(.full, until: Self.end), record(.full)))
        #expect(!rises(record(.full), record(.full, until: Self.end)))
        var connection = record(.full, by: .person, of: .exe)!
        connection.holder = .connection("bus:1.5", of: client(.exe))
        #expect(rises(nil, nil, [[], [connection]], of: .exe))
        #expect(!rises(nil, nil, [[connection], [connection]], of: .exe))
        #expect(!rises(nil, nil, [[connection], []], of: .exe))
    }
}
