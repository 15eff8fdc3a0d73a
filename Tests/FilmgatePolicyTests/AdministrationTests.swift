import FilmgateModel
import Testing

@testable import FilmgatePolicy

@Suite("Who may ask to administer")
struct CandidateTests {
    private func client(_ kind: ClientKind, of user: UInt32, isOwnersTool: Bool = false) -> Client {
        Client(id: ClientID(kind, "name")!, user: user, isOwnersTool: isOwnersTool, connection: "c")
    }

    @Test("in the private setting: the owner, from any program that is not sandboxed", arguments: ClientKind.allCases)
    func owner(_ kind: ClientKind) {
        let candidate = FilmgatePolicy.candidate(client(kind, of: 1000), among: .only(1000))
        #expect((candidate != nil) == !kind.isSandboxed)
        guard let candidate else { return }
        for deed in Deed.allCases {
            #expect(candidate.requirement(for: deed, on: 1000) == .nothing)
            #expect(candidate.administration(for: deed, on: 1000, with: nil)?.user == 1000)
            #expect(candidate.requirement(for: deed, on: 1001) == .impossible)
            #expect(candidate.administration(for: deed, on: 1001, with: nil) == nil)
        }
    }

    @Test("in the private setting: no other user, root included", arguments: [0, 1001] as [UInt32])
    func others(_ user: UInt32) {
        #expect(candidate(client(.exe, of: user, isOwnersTool: true), among: .only(1000)) == nil)
    }

    @Test("in the system setting: every user, from any program that is not sandboxed", arguments: ClientKind.allCases)
    func everyUser(_ kind: ClientKind) {
        for user: UInt32 in [0, 1000, 1001] {
            let candidate = FilmgatePolicy.candidate(client(kind, of: user), among: .everyUser)
            #expect((candidate != nil) == !kind.isSandboxed)
            #expect(candidate?.ownUser == (user == 0 || kind.isSandboxed ? nil : user))
        }
    }

    /// The whole table.
    static let actions: [(Deed, own: AuthorizedAction, others: AuthorizedAction)] = [
        (.oversee, .readOwnGrants, .manageGrants),
        (.takeBack, .revokeOwnGrants, .manageGrants),
        (.extend, .extendOwnGrants, .manageGrants),
        (.readAudit, .useOwnLibrary, .readAudit),
        (.verify, .useOwnLibrary, .manageGrants),
    ]

    @Test("in the system setting each deed takes leave, of its own kind for one's own and for others'")
    func table() throws {
        #expect(Self.actions.map(\.0) == Deed.allCases)
        let found = FilmgatePolicy.candidate(client(.exe, of: 1000, isOwnersTool: true), among: .everyUser)
        let candidate = try #require(found)
        for (deed, own, others) in Self.actions {
            for (user, action) in [(UInt32(1000), own), (1001, others)] {
                #expect(candidate.requirement(for: deed, on: user) == .leave(action))
                #expect(candidate.administration(for: deed, on: user, with: nil) == nil)
                for given in AuthorizedAction.allCases {
                    let leave = try #require(Leave(for: given, given: .yes))
                    let administration = candidate.administration(for: deed, on: user, with: leave)
                    #expect((administration != nil) == (given == action))
                    #expect(administration.map(\.user) ?? user == user)
                }
            }
        }
    }

    @Test("root's own library is nobody's to administer")
    func root() throws {
        for user: UInt32 in [0, 1000] {
            let found = FilmgatePolicy.candidate(client(.exe, of: user), among: .everyUser)
            let candidate = try #require(found)
            for deed in Deed.allCases { #expect(candidate.requirement(for: deed, on: 0) == .impossible) }
        }
    }

    @Test("nothing but a yes is leave")
    func leave() {
        for action in AuthorizedAction.allCases {
            #expect(Leave(for: action, given: .yes)?.action == action)
            for answer in [AuthorityAnswer.no, .needsPerson, .unavailable("")] {
                #expect(Leave(for: action, given: answer) == nil)
            }
        }
    }

    @Test("leave to take back goes no further, and leave to extend includes it")
    func covers() throws {
        let found = FilmgatePolicy.candidate(client(.exe, of: 1000), among: .everyUser)
        let candidate = try #require(found)
        let little = try #require(
            candidate.administration(for: .takeBack, on: 1000, with: Leave(for: .revokeOwnGrants, given: .yes)))
        let much = try #require(
            candidate.administration(for: .extend, on: 1000, with: Leave(for: .extendOwnGrants, given: .yes)))
        #expect(little.covers(.takeBack) && !little.covers(.extend))
        #expect(much.covers(.takeBack) && much.covers(.extend))
    }
}

@Suite("What it is to set a level")
struct DeedTests {
    private static let end = Term.until(Timestamp(rawValue: 1), remaining: 1)

    private func record(_ level: Level, _ rights: Rights = .all, until term: Term? = nil) -> GrantRecord? {
        level.statuses.map {
            GrantRecord(
                holder: .client(ClientID(.exe, "/bin/a")!),
                grant: Grant(addOnly: $0.addOnly, readWrite: $0.readWrite, rights: rights, grantor: .person),
                terms: Terms(both: term), grantedDate: Timestamp(rawValue: 0))
        }
    }

    @Test("no level over any other, and a lower over a higher, is taking back; all else extends")
    func levels() {
        let levels: [Level] = [.none, .addOnly, .limited, .full]
        for (rank, before) in levels.enumerated() {
            for (newRank, level) in levels.enumerated() {
                let deed = Deed(setting: level, rights: .all, selecting: 0, over: record(before))
                #expect(deed == (newRank <= rank ? .takeBack : .extend), "\(level) over \(before)")
            }
        }
        for level in levels {
            let deed = Deed(setting: level, rights: [], selecting: 0, over: nil)
            #expect(deed == (level == .none ? .takeBack : .extend))
        }
    }

    @Test("more rights, another selection and another end extend")
    func details() {
        #expect(Deed(setting: .full, rights: .location, selecting: 0, over: record(.full, .originals)) == .extend)
        #expect(Deed(setting: .full, rights: .originals, selecting: 0, over: record(.full, .all)) == .takeBack)
        #expect(Deed(setting: .limited, rights: [], selecting: 1, over: record(.limited)) == .extend)
        #expect(Deed(setting: .limited, rights: [], selecting: 1, over: record(.full)) == .takeBack)
        #expect(Deed(setting: .limited, rights: [], selecting: 0, over: record(.full, until: Self.end)) == .extend)
        #expect(Deed(setting: .none, rights: [], selecting: 0, over: record(.full, until: Self.end)) == .takeBack)
        #expect(Deed(adding: 0) == .takeBack && Deed(adding: 1) == .extend)
    }
}

@Suite("What the owner's tools and answers take leave for")
struct LeaveTableTests {
    @Test("the owner's tools ask for adding, and for everything else together")
    func tools() {
        for operation in Operation.allCases {
            let expected: AuthorizedAction? =
                switch operation {
                case .askForAccess: nil
                case .createAssets: .addToOwnLibrary
                case .readAssets, .seeAlbums, .changeAssets, .changeAlbums, .deleteAssets, .observe: .useOwnLibrary
                }
            #expect(action(forOwnersTool: operation) == expected)
        }
    }

    @Test(
        "everything for a program that any other could pass for takes leave, in the system setting",
        arguments: ClientKind.allCases)
    func answers(_ kind: ClientKind) {
        for access in AccessLevel.allCases {
            for decision in [AccessAnswer.Decision.allow, .deny, .limit([])] {
                #expect(action(forAnswer: decision, about: access, to: kind, among: .only(1000)) == nil)
                let takesLeave = access == .readWrite && decision == .allow && !kind.isVerified
                let found = action(forAnswer: decision, about: access, to: kind, among: .everyUser)
                #expect(found == (takesLeave ? .extendOwnGrants : nil))
            }
        }
    }
}
