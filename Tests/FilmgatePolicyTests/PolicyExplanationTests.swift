import FilmgateModel
import Testing

@testable import FilmgatePolicy

/// For all pairs of statuses, ceilings and presets.
@Suite("An explanation")
struct PolicyExplanationTests {
    static let place = PolicyFileLocation(file: "/etc/filmgate/policy.d/hall.conf", line: 7)
    static let app = ClientID("flatpak:org.example.App")!
    static let date = Timestamp(rawValue: 5)

    static func facts(
        _ grant: Grant? = nil, highest: RuleLevel? = nil, preset: RuleLevel? = nil, asset: AssetFacts? = nil
    ) -> AccessFacts {
        var facts = AccessFacts(client: app, policySince: date, asset: asset)
        facts.rules.highest = highest.map { PolicyValue($0, at: place) }
        facts.rules.preset = preset.map { PolicyValue($0, at: PolicyFileLocation(file: "preset.conf", line: 3)) }
        facts.stored = grant
        if grant != nil { (facts.since, facts.expires) = (Timestamp(rawValue: 2), Timestamp(rawValue: 9)) }
        return facts
    }

    static func grant(_ level: Level, by grantor: Grantor = .admin) -> Grant {
        let statuses = level.statuses ?? (.notDetermined, .notDetermined)
        return Grant(addOnly: statuses.addOnly, readWrite: statuses.readWrite, rights: .usual, grantor: grantor)
    }

    @Test(
        "has the effective level, and names a ceiling as the source exactly if it reduces the grant",
        arguments: EffectiveGrantTests.ceilings, EffectiveGrantTests.presets)
    func agreement(_ highest: RuleLevel?, _ preset: RuleLevel?) {
        for (addOnly, readWrite) in StatusPairTests.pairs {
            let stored = Grant(addOnly: addOnly, readWrite: readWrite, rights: .all, grantor: .person)
            let facts = Self.facts(stored, highest: highest, preset: preset)
            let explanation = Explanation(facts)
            let effect = effective(stored, under: facts.rules, for: .flatpak)
            #expect(explanation.grant == effect && explanation.level == Level(effect))
            var open = facts.rules
            open.highest = nil
            let isCapped = effective(stored, under: open, for: .flatpak) != effect
            #expect((explanation.source == .ceiling(Self.place)) == isCapped)
            #expect((explanation.rule != nil) == (explanation.grantor == .policy))
            #expect(explanation.isVisible == [.authorized, .limited].contains(effect.readWrite))
            #expect(explanation.sentence.hasSuffix("."))
        }
    }

    @Test("of a paused client says so, whether a person or a preset gave the access, and that it sees nothing")
    func paused() {
        for var facts in [Self.facts(Self.grant(.full, by: .person)), Self.facts(preset: .full)] {
            facts.pauseReason = "It took more than 2 originals within 1m."
            let explanation = Explanation(facts)
            #expect(explanation.source == .paused("It took more than 2 originals within 1m."))
            #expect(!explanation.isVisible && explanation.level != .full)
            #expect(explanation.sentence.contains("is paused: It took more than 2 originals within 1m."))
        }
        // Who reads nothing has nothing to be paused.
        var refused = Self.facts(Self.grant(.none, by: .person))
        refused.pauseReason = "It took more than 2 originals within 1m."
        #expect(Explanation(refused).source == .grant(.person))
    }

    @Test("names who decided, with the start and the end")
    func sources() {
        let person = Explanation(Self.facts(Self.grant(.limited, by: .person)))
        #expect(person.source == .grant(.person) && person.since?.rawValue == 2 && person.expires?.rawValue == 9)
        #expect(
            person.sentence == "The person gave \(Self.app) access to what is selected for it and what it adds.")
        var once = Self.facts(Self.grant(.full, by: .person))
        once.isOnce = true
        #expect(
            Explanation(once).sentence == "The person gave \(Self.app) full access, until its connection ends.")
        let refused = Explanation(Self.facts(Self.grant(.none, by: .person)))
        #expect(refused.sentence == "The person refused \(Self.app) any access." && !refused.isVisible)
        let nobody = Explanation(Self.facts())
        #expect(nobody.source == .nobody && nobody.since == nil && nobody.grantor == nil)
        #expect(nobody.sentence == "Nobody has decided about \(Self.app) yet; it may ask.")
        let preset = Explanation(Self.facts(preset: .addOnly))
        #expect(preset.rule?.description == "preset.conf:3" && preset.since == Self.date && preset.expires == nil)
        #expect(
            preset.sentence
                == "preset.conf:3 gives \(Self.app) permission to add photos but not to see any, because nobody has decided about it."
        )
        let ceiling = Explanation(Self.facts(Self.grant(.full), highest: .limited))
        #expect(ceiling.rule == Self.place && ceiling.level == .limited && ceiling.grantor == .policy)
        #expect(
            ceiling.sentence == "An administrator gave \(Self.app) full access, but \(Self.place) reduces that to "
                + "access to what is selected for it and what it adds.")
        let nothing = Explanation(Self.facts(Self.grant(.full), highest: RuleLevel.none))
        #expect(nothing.sentence.hasSuffix("full access, but \(Self.place) reduces that to no access."))
        let restricted = Explanation(Self.facts(highest: RuleLevel.none))
        #expect(restricted.sentence == "\(Self.place) allows \(Self.app) no access, whatever anyone decides.")
        let adding = Explanation(Self.facts(highest: .addOnly))
        #expect(adding.sentence == "\(Self.place) allows \(Self.app) at most to add photos, whatever anyone decides.")
        let mixed = Grant(addOnly: .authorized, readWrite: .notDetermined, rights: [], grantor: .person)
        #expect(
            Explanation(Self.facts(mixed)).sentence
                == "The person gave \(Self.app) the status authorized for adding and not-determined for reading.")
        var partial = Self.grant(.full)
        partial.rights = .usual(for: .flatpak)
        #expect(
            Explanation(Self.facts(partial)).sentence.hasSuffix(
                "full access. It gets originals redacted, because it lacks the right 'location'."))
        var unread = Self.grant(.full)
        unread.rights = [.captions, .write]
        #expect(
            Explanation(Self.facts(unread)).sentence.hasSuffix(
                "full access. It cannot open originals, because it lacks the right 'originals'."))
        var shown = Self.facts(partial)
        shown.asset = .known(hidden: false, trashed: false, selected: false, inAlbum: false, added: false)
        #expect(
            Explanation(shown).sentence.hasSuffix(
                "So it sees this asset, like all others. "
                    + "It gets the original redacted, because it lacks the right 'location'."))
        partial.rights = .reading
        #expect(
            Explanation(Self.facts(partial)).sentence.hasSuffix(
                "full access. It can change nothing, because it lacks the right 'write'."))
        partial.rights = .all
        partial.limits.maxPixels = 512
        #expect(
            Explanation(Self.facts(partial)).sentence.hasSuffix(
                "full access. It can delete without the person's confirmation. It cannot open originals, because it gets only "
                    + "images, of at most 512 pixels on the longer side."))
        var silent = Self.facts()
        silent.rules.prompts = PolicyValue(false, at: Self.place)
        #expect(
            Explanation(silent).sentence
                == "Nobody has decided about \(Self.app), and \(Self.place) does not let it ask.")
        #expect(Explanation(silent).rule == Self.place)
        var closed = Self.facts(Self.grant(.full))
        closed.rules = RuleSet.closed(by: Self.place).rules(for: Self.app)
        closed.fault = Self.place
        #expect(Explanation(closed).source == .fault(Self.place) && Explanation(closed).level == .restricted)
        #expect(
            Explanation(closed).sentence
                == "The policy files have a mistake at \(Self.place). Until it is fixed, only the owner has access.")
        var tool = Self.facts(highest: RuleLevel.none)
        tool.isOwnersTool = true
        #expect(Explanation(tool).source == .owner && Explanation(tool).level == .full)
        #expect(
            Explanation(tool).sentence
                == "\(Self.app) is one of the owner's own tools, which can see and change everything.")
    }

    @Test("has the source's name on the bus")
    func sourceNames() {
        let sources: [Explanation.Source] = [
            .owner, .nobody, .grant(.person), .grant(.admin), .preset(Self.place), .ceiling(Self.place),
            .fault(Self.place),
        ]
        #expect(sources.map(\.name) == ["owner", "nobody", "person", "admin", "preset", "ceiling", "fault"])
    }

    @Test(
        "says whether the client sees an asset, and why",
        arguments: [
            (Level.full, false, false, false, false, Explanation.AssetAccess.everything),
            (.full, true, false, false, false, .hidden),
            (.full, true, true, false, false, .trashed), (.limited, false, false, true, false, .selected),
            (.limited, false, false, false, true, .added), (.limited, false, false, true, true, .selected),
            (.limited, true, false, true, false, .named), (.limited, false, true, true, true, .removed),
            (.limited, true, false, false, false, .notSelected), (.addOnly, false, false, false, true, .noAccess),
            (.none, false, false, true, false, .noAccess), (.undetermined, false, false, false, false, .noAccess),
        ])
    func assetAccess(
        _ level: Level, _ hidden: Bool, _ trashed: Bool, _ selected: Bool, _ added: Bool,
        _ assetAccess: Explanation.AssetAccess
    ) {
        let asset = AssetFacts.known(
            hidden: hidden, trashed: trashed, selected: selected, inAlbum: false, added: added)
        let explanation = Explanation(Self.facts(Self.grant(level), asset: asset))
        #expect(explanation.assetAccess == assetAccess && explanation.isVisible == assetAccess.isVisible)
        #expect(explanation.sentence.hasSuffix("."))
        let unknown = Explanation(Self.facts(Self.grant(level), asset: .unknown))
        #expect(
            unknown.assetAccess == .unknown && unknown.sentence.hasSuffix(" There is no asset with this identifier."))
        let inAlbum = AssetFacts.known(
            hidden: hidden, trashed: trashed, selected: false, inAlbum: true, added: false)
        let byAlbum = Explanation(Self.facts(Self.grant(.limited), asset: inAlbum))
        #expect(byAlbum.assetAccess == (trashed ? .removed : hidden ? .named : .inAlbum))
        #expect(
            byAlbum.sentence.contains("which is in an album that was selected for it.")
                == (byAlbum.assetAccess == .inAlbum))
    }
}
