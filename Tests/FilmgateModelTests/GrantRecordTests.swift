import FilmgateModel
import Testing

@Suite("A grant record after a decision")
struct GrantRecordTests {
    private let app = Holder.client(ClientID("flatpak:org.example.App")!)
    private let now = Timestamp(rawValue: 100)
    private let hour = GrantTerm.until(Timestamp(rawValue: 3600), remaining: 3500)

    private func grant(_ addOnly: AddOnlyStatus, _ readWrite: ReadWriteStatus, by grantor: Grantor) -> Grant {
        Grant(addOnly: addOnly, readWrite: readWrite, rights: [], grantor: grantor)
    }

    private func decided(_ grant: Grant, until term: GrantTerm?, before: GrantRecord?) -> GrantRecord {
        .decided(grant, for: app, until: term, before: before, at: now)
    }

    @Test("keeps the term of the status that a person's answer is not about")
    func persons() {
        let adding = decided(grant(.authorized, .notDetermined, by: .person), until: nil, before: nil)
        #expect(adding.terms == GrantTerms())
        let once = GrantTerm.connection("bus:1.5")
        let reading = decided(grant(.authorized, .authorized, by: .person), until: once, before: adding)
        #expect(reading.terms == GrantTerms(addOnly: nil, readWrite: once))
        #expect(reading.isOnce && reading.expires == nil)
        let ended = reading.ending { $0 == once }
        #expect(ended?.grant == grant(.authorized, .notDetermined, by: .person))
        #expect(ended?.terms == GrantTerms())
    }

    @Test("allows adding for at least as long as reading")
    func prolonging() {
        let day = GrantTerm.until(Timestamp(rawValue: 86_400), remaining: 86_300)
        let once = GrantTerm.connection("bus:1.5")
        let cases: [(before: GrantTerm?, asked: GrantTerm?, addOnly: GrantTerm?)] = [
            (hour, nil, nil), (nil, hour, nil), (hour, day, day), (day, hour, day), (once, hour, hour),
            (hour, once, hour),
            (once, once, once),
        ]
        for (before, asked, addOnly) in cases {
            let adding = decided(grant(.authorized, .notDetermined, by: .person), until: before, before: nil)
            for reading in [ReadWriteStatus.authorized, .limited] {
                let both = decided(grant(.authorized, reading, by: .person), until: asked, before: adding)
                #expect(both.terms == GrantTerms(addOnly: addOnly, readWrite: asked))
            }
            let refused = decided(grant(.authorized, .denied, by: .person), until: asked, before: adding)
            #expect(refused.terms.addOnly == before)
        }
    }

    @Test("keeps a person's refusal of reading after the end of adding")
    func refusals() {
        let denied = decided(grant(.notDetermined, .denied, by: .person), until: nil, before: nil)
        let adding = decided(grant(.authorized, .denied, by: .person), until: hour, before: denied)
        #expect(adding.terms == GrantTerms(addOnly: hour, readWrite: nil))
        #expect(adding.ending { $0 == hour }?.grant == grant(.notDetermined, .denied, by: .person))
    }

    @Test("has both statuses of an administrator's decision, and no term for an undetermined one")
    func administrators() {
        let before = decided(grant(.authorized, .denied, by: .person), until: nil, before: nil)
        let full = decided(grant(.authorized, .authorized, by: .admin), until: hour, before: before)
        #expect(full.terms == GrantTerms(both: hour))
        #expect(full.expires == Timestamp(rawValue: 3600))
        #expect(full.ending { $0 == hour } == nil)
        let adding = decided(grant(.authorized, .notDetermined, by: .admin), until: hour, before: full)
        #expect(adding.terms == GrantTerms(addOnly: hour))
    }

    @Test("does not overflow with the farthest moments")
    func overflow() {
        let (first, last) = (Timestamp(rawValue: .min), Timestamp(rawValue: .max))
        #expect(GrantTerm.until(last, from: first) == .until(last, remaining: 1 << 62))
        #expect(last.advanced(bySeconds: .max) == last && first.advanced(bySeconds: .min) == first)
        #expect(
            GrantTerm.until(Timestamp(rawValue: 1), from: Timestamp(rawValue: 5))
                == .until(Timestamp(rawValue: 1), remaining: 0))
    }
}
