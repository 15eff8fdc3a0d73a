import FilmgateModel
import Testing

@testable import FilmgatePolicy

/// For all pairs of statuses, ceilings and presets.
@Suite("An effective grant")
struct EffectiveGrantTests {
    static let here = PolicyFileLocation(file: "test.conf", line: 1)
    static let ceilings: [RuleLevel?] = [nil] + RuleLevel.allCases
    static let presets: [RuleLevel?] = [nil] + RuleLevel.allCases
    static let pairs = StatusPairTests.pairs

    /// The status for reading under each ceiling, in the order of `ReadWriteStatus.allCases`: not-determined,
    /// restricted, denied, authorized, limited.
    static let readWriteTable: [RuleLevel: [ReadWriteStatus]] = [
        .full: [.notDetermined, .restricted, .denied, .authorized, .limited],
        .limited: [.notDetermined, .restricted, .denied, .limited, .limited],
        .addOnly: [.restricted, .restricted, .restricted, .restricted, .restricted],
        .none: [.restricted, .restricted, .restricted, .restricted, .restricted],
    ]

    /// The same for adding: not-determined, restricted, denied, authorized.
    static let addOnlyTable: [RuleLevel: [AddOnlyStatus]] = [
        .full: [.notDetermined, .restricted, .denied, .authorized],
        .limited: [.notDetermined, .restricted, .denied, .authorized],
        .addOnly: [.notDetermined, .restricted, .denied, .authorized],
        .none: [.restricted, .restricted, .restricted, .restricted],
    ]

    static func rules(highest: RuleLevel? = nil, preset: RuleLevel? = nil) -> ClientRules {
        var rules = ClientRules()
        rules.highest = highest.map { PolicyValue($0, at: here) }
        rules.preset = preset.map { PolicyValue($0, at: here) }
        return rules
    }

    @Test("is as the tables say, for every pair under every ceiling with every preset", arguments: ceilings, presets)
    func table(_ highest: RuleLevel?, _ preset: RuleLevel?) throws {
        let rules = Self.rules(highest: highest, preset: preset)
        for (addOnly, readWrite) in Self.pairs {
            let stored = Grant(addOnly: addOnly, readWrite: readWrite, rights: .all, grantor: .person)
            let isOpen = addOnly == .notDetermined && readWrite == .notDetermined
            let start = isOpen ? preset?.level.statuses ?? (addOnly, readWrite) : (addOnly, readWrite)
            let addOnlyIndex = try #require(AddOnlyStatus.allCases.firstIndex(of: start.0))
            let readWriteIndex = try #require(ReadWriteStatus.allCases.firstIndex(of: start.1))

            let result = effective(stored, under: rules, for: .flatpak)
            #expect(result.addOnly == Self.addOnlyTable[highest ?? .full]?[addOnlyIndex])
            #expect(result.readWrite == Self.readWriteTable[highest ?? .full]?[readWriteIndex])
            if !isOpen { #expect(result.grantor == .person && result.rights == .all) }
        }
    }

    @Test("never gives more than the stored one, under every ceiling", arguments: ceilings)
    func narrows(_ highest: RuleLevel?) {
        for (addOnly, readWrite) in Self.pairs {
            let stored = Grant(addOnly: addOnly, readWrite: readWrite, rights: .all, grantor: .admin)
            let result = effective(stored, under: Self.rules(highest: highest), for: .exe)
            #expect(result.addOnly != .authorized || addOnly == .authorized)
            #expect(result.readWrite != .authorized || readWrite == .authorized)
            #expect(result.readWrite != .limited || [.limited, .authorized].contains(readWrite))
        }
    }

    @Test("is the preset if there is no decision, with the usual rights and policy as grantor")
    func preset() {
        let rules = Self.rules(preset: .full)
        for kind in ClientKind.allCases {
            let expected = Grant(
                addOnly: .authorized, readWrite: .authorized, rights: Rights.usual(for: kind), grantor: .policy)
            #expect(effective(nil, under: rules, for: kind) == expected)
            #expect(effective(.undetermined, under: rules, for: kind) == expected)
        }
        let refused = Grant(addOnly: .notDetermined, readWrite: .denied, rights: [], grantor: .person)
        #expect(effective(refused, under: rules, for: .flatpak) == refused, "a person's no to one access stays a no")
    }

    @Test("keeps its grantor under a ceiling, and everything if there are no rules")
    func grantor() throws {
        #expect(effective(nil, under: ClientRules(), for: .snap) == .undetermined)
        #expect(effective(nil, under: Self.rules(highest: .limited), for: .snap) == .undetermined)
        let capped = effective(nil, under: Self.rules(highest: .addOnly), for: .exe)
        #expect(capped.grantor == nil)
        let client = Client(
            id: try #require(ClientID("exe:/usr/bin/cp")), user: 1, isOwnersTool: false, connection: "c")
        #expect(holder(for: client, under: capped) == .connection("c", of: client.id))
    }

    @Test("loses locations if a rule forbids them; a rule that allows them adds them to presets alone")
    func locations() {
        var rules = Self.rules(preset: .full)
        let stored = Grant(addOnly: .authorized, readWrite: .authorized, rights: .all, grantor: .admin)
        rules.locations = PolicyValue(nil, at: Self.here)
        #expect(effective(stored, under: rules, for: .exe).rights == Rights.all.subtracting(.location))
        #expect(effective(nil, under: rules, for: .exe).rights == Rights.usual(for: .flatpak))
        rules.locations = PolicyValue(.exact, at: Self.here)
        var without = stored
        without.rights = [.originals]
        #expect(effective(without, under: rules, for: .flatpak).rights == [.originals])
        #expect(effective(nil, under: rules, for: .flatpak).rights == .usual)
        rules.locations = PolicyValue(.town, at: Self.here)
        #expect(effective(without, under: rules, for: .flatpak).rights == [.originals])
        #expect(effective(stored, under: rules, for: .flatpak).limits.locationPrecision == .town)
        let preset = effective(nil, under: rules, for: .flatpak)
        #expect(preset.rights == .usual && preset.limits.locationPrecision == .town)
    }

    @Test("has no more rights and pixels than rules allow, and never more than it gives")
    func bounds() {
        var rules = Self.rules(preset: .full)
        rules.rights = PolicyValue([.captions, .location], at: Self.here)
        rules.maxPixels = PolicyValue(512, at: Self.here)
        var stored = Grant(addOnly: .authorized, readWrite: .authorized, rights: .all, grantor: .admin)
        var found = effective(stored, under: rules, for: .exe)
        #expect(found.rights == [.captions, .location] && found.limits.maxPixels == 512)
        stored.rights = [.originals, .captions]
        stored.limits.maxPixels = 64
        found = effective(stored, under: rules, for: .exe)
        #expect(found.rights == [.captions] && found.limits.maxPixels == 64)
        let preset = effective(nil, under: rules, for: .flatpak)
        #expect(preset.rights == [.captions] && preset.limits.maxPixels == 512)
        rules.maxPixels = PolicyValue(nil, at: Self.here)
        #expect(effective(stored, under: rules, for: .exe).limits.maxPixels == 64)
        // A policy that takes away writing takes away what needs it.
        stored.rights = .all
        rules.rights = PolicyValue(Rights.all.subtracting(.write), at: Self.here)
        #expect(effective(stored, under: rules, for: .exe).rights == .reading)
    }

    @Test("is restricted for every client, without prompts, if the policy could not be read")
    func closed() throws {
        let ruleSet = RuleSet.closed(by: Self.here)
        for name in ["flatpak:org.example.App", "exe:/usr/bin/cp", "system:0"] {
            let rules = ruleSet.rules(for: try #require(ClientID(name)))
            #expect(!rules.allowsPrompts && rules.highest?.place == Self.here)
            for (addOnly, readWrite) in Self.pairs {
                let stored = Grant(addOnly: addOnly, readWrite: readWrite, rights: .all, grantor: .admin)
                let result = effective(stored, under: rules, for: .flatpak)
                #expect(result.addOnly == .restricted && result.readWrite == .restricted)
            }
        }
    }
}
