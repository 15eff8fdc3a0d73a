import FilmgateModel
import Testing

@testable import FilmgatePolicy

@Suite("Who may ask to administer")
struct AdminPermitTests {
    private func client(_ kind: ClientKind, of user: UInt32, isOwnersTool: Bool = false) -> Client {
        Client(id: ClientID(kind, "name")!, user: user, isOwnersTool: isOwnersTool, connection: "c")
    }

    @Test("in the private setting: the owner, with any program outside a sandbox", arguments: ClientKind.allCases)
    func owner(_ kind: ClientKind) {
        let caller = adminCaller(client(kind, of: 1000), among: .only(1000))
        #expect((caller != nil) == !kind.isSandboxed)
        guard let caller else { return }
        for operation in AdminOperation.allCases {
            #expect(caller.requirement(for: operation, on: 1000) == .nothing)
            #expect(caller.permit(for: operation, on: 1000, with: nil)?.user == 1000)
            #expect(caller.requirement(for: operation, on: 1001) == .impossible)
            #expect(caller.permit(for: operation, on: 1001, with: nil) == nil)
        }
    }

    @Test("in the private setting: no other user, not even root", arguments: [0, 1001] as [UInt32])
    func others(_ user: UInt32) {
        #expect(adminCaller(client(.exe, of: user, isOwnersTool: true), among: .only(1000)) == nil)
    }

    @Test("in the system setting: every user, with any program outside a sandbox", arguments: ClientKind.allCases)
    func everyUser(_ kind: ClientKind) {
        for user: UInt32 in [0, 1000, 1001] {
            let caller = adminCaller(client(kind, of: user), among: .everyUser)
            #expect((caller != nil) == !kind.isSandboxed)
            #expect(caller?.ownUser == (user == 0 || kind.isSandboxed ? nil : user))
        }
    }

    /// The whole table.
    static let actions: [(AdminOperation, own: AuthorizedAction, others: AuthorizedAction)] = [
        (.oversee, .readOwnGrants, .manageGrants),
        (.takeBack, .revokeOwnGrants, .manageGrants),
        (.extend, .extendOwnGrants, .manageGrants),
        (.readAudit, .useOwnLibrary, .readAudit),
        (.verify, .useOwnLibrary, .manageGrants),
        (.backUp, .useOwnLibrary, .manageBackups),
        (.restore, .useOwnLibrary, .manageBackups),
        (.undo, .useOwnLibrary, .manageGrants), (.undoOwnBatches, .useOwnLibrary, .manageGrants),
        (.lookAtAdded, .useOwnLibrary, .manageGrants), (.lookUp, .useOwnLibrary, .manageGrants),
        (.decideOnAdded, .useOwnLibrary, .manageInbox),
    ]

    @Test("in the system setting each operation needs an action, one for the own library and one for others'")
    func table() throws {
        #expect(Self.actions.map(\.0) == AdminOperation.allCases)
        let found = adminCaller(client(.exe, of: 1000, isOwnersTool: true), among: .everyUser)
        let caller = try #require(found)
        for (operation, own, others) in Self.actions {
            for (user, action) in [(UInt32(1000), own), (1001, others)] {
                #expect(caller.requirement(for: operation, on: user) == .authorization(action))
                #expect(caller.permit(for: operation, on: user, with: nil) == nil)
                for given in AuthorizedAction.allCases {
                    let authorization = try #require(Authorization(for: given, given: .authorized))
                    let administration = caller.permit(for: operation, on: user, with: authorization)
                    #expect((administration != nil) == (given == action))
                    #expect(administration.map(\.user) ?? user == user)
                }
            }
        }
    }

    @Test("a library of root cannot be administered in the system setting")
    func root() throws {
        for user: UInt32 in [0, 1000] {
            let found = adminCaller(client(.exe, of: user), among: .everyUser)
            let caller = try #require(found)
            for operation in AdminOperation.allCases {
                #expect(caller.requirement(for: operation, on: 0) == .impossible)
            }
        }
    }

    @Test("only a yes is an authorization")
    func authorization() {
        for action in AuthorizedAction.allCases {
            #expect(Authorization(for: action, given: .authorized)?.action == action)
            for answer in [AuthorityAnswer.denied, .challenge, .unavailable("")] {
                #expect(Authorization(for: action, given: answer) == nil)
            }
        }
    }

    @Test("an authorization to take back covers nothing else, and one to extend covers taking back as well")
    func covers() throws {
        let found = adminCaller(client(.exe, of: 1000), among: .everyUser)
        let caller = try #require(found)
        let little = try #require(
            caller.permit(
                for: .takeBack, on: 1000, with: Authorization(for: .revokeOwnGrants, given: .authorized)))
        let much = try #require(
            caller.permit(
                for: .extend, on: 1000, with: Authorization(for: .extendOwnGrants, given: .authorized)))
        #expect(little.covers(.takeBack) && !little.covers(.extend))
        #expect(much.covers(.takeBack) && much.covers(.extend))
        let others = try #require(
            caller.permit(
                for: .oversee, on: 1001, with: Authorization(for: .manageGrants, given: .authorized)))
        #expect(
            AdminOperation.allCases.filter(others.covers)
                == [.oversee, .takeBack, .extend, .verify, .undo, .undoOwnBatches, .lookAtAdded, .lookUp],
            "looking at additions, not deciding")
        let owner = adminCaller(client(.exe, of: 1000), among: .only(1000))
        let own = try #require(owner?.permit(for: .oversee, on: 1000, with: nil))
        #expect(AdminOperation.allCases.allSatisfy(own.covers))
    }

    @Test("an authorization to read holds for all pages, one to decide for one decision")
    func reading() {
        #expect(
            AdminOperation.allCases.filter(\.takesSeveralCalls)
                == [.oversee, .readAudit, .verify, .backUp, .restore, .lookAtAdded, .lookUp])
    }

    @Test(
        "the owner's tools look at additions, decide about them, and undo their own batches with what they may do with the library anyway"
    )
    func uses() {
        let uses = AdminOperation.allCases.filter(\.isUseOfLibrary)
        #expect(uses == [.undoOwnBatches, .lookAtAdded, .lookUp, .decideOnAdded])
        #expect(Self.actions.filter { uses.contains($0.0) }.allSatisfy { $0.own == .useOwnLibrary })
    }
}

@Suite("Which operation an undo is")
struct UndoOperationTests {
    @Test("only batches that the connection itself named are its own; all else needs an authorization each time")
    func operation() throws {
        let app = try #require(ClientID(.flatpak, "org.example.App"))
        #expect(AdminOperation(undoingOf: nil, namesOwnBatches: true) == .undoOwnBatches)
        for (client, namesOwn) in [(app, true), (app, false), (ClientID?.none, false)] {
            let operation = AdminOperation(undoingOf: client, namesOwnBatches: namesOwn)
            #expect(operation == .undo && !operation.isUseOfLibrary && !operation.takesSeveralCalls)
        }
    }

    @Test("no sandboxed app may undo, whatever it names", arguments: ClientKind.allCases.filter(\.isSandboxed))
    func apps(_ kind: ClientKind) throws {
        let id = try #require(ClientID(kind, "name"))
        let client = Client(id: id, user: 1000, isOwnersTool: false, connection: "c")
        for owners in [Owners.only(1000), .everyUser] { #expect(adminCaller(client, among: owners) == nil) }
    }

    @Test("in the system setting, undoing one's own batches needs the action for changing assets")
    func sameAction() throws {
        let id = try #require(ClientID(.exe, "/usr/bin/filmgate-window"))
        let client = Client(id: id, user: 1000, isOwnersTool: true, connection: "c")
        let caller = try #require(adminCaller(client, among: .everyUser))
        let changing = try #require(action(forOwnersTool: .changeAssets))
        #expect(caller.requirement(for: .undoOwnBatches, on: 1000) == .authorization(changing))
        #expect(caller.requirement(for: .undoOwnBatches, on: 1001) == .authorization(.manageGrants))
        #expect(caller.permit(for: .undoOwnBatches, on: 1000, with: nil) == nil)
    }
}

@Suite("Which action the owner's tools and answers need")
struct AuthorizedActionTests {
    @Test("the owner's tools need one action for adding, and one for everything else")
    func tools() {
        for operation in Operation.allCases {
            let expected: AuthorizedAction? =
                switch operation {
                case .askForAccess: nil
                case .createAssets, .createHiddenAssets: .addToOwnLibrary
                case .readAssets, .seeAlbums, .changeAssets, .editAssets, .changeAlbums, .nameAlbums, .deleteAssets,
                    .observe:
                    .useOwnLibrary
                }
            #expect(action(forOwnersTool: operation) == expected)
        }
    }

    static let one = [ObjectID(AssetID.random())]
    static let decisions: [PromptAnswer.Decision] = [.allow, .deny, .limit([]), .limit(one)]

    @Test(
        "no answer needs an authorization in the private setting, and no refusal in any",
        arguments: ClientKind.allCases)
    func free(_ kind: ClientKind) {
        for (source, access) in AnswerSource.allCases.flatMap({ source in AccessLevel.allCases.map { (source, $0) } }) {
            for decision in Self.decisions {
                #expect(action(forAnswer: decision, about: access, to: kind, from: source, among: .only(1000)) == nil)
            }
            #expect(action(forAnswer: .deny, about: access, to: kind, from: source, among: .everyUser) == nil)
            let edits = [SelectionEdit(from: [], to: Self.one), SelectionEdit(from: Self.one, to: [])]
            #expect(action(forEdit: edits[0], to: kind, from: source, among: .only(1000)) == nil)
            #expect(action(forEdit: edits[1], to: kind, from: source, among: .everyUser) == nil)
        }
    }

    @Test(
        "in the system setting, answers that show photos to an unverified client need one, and all that allow something by the person's own rules",
        arguments: ClientKind.allCases)
    func answers(_ kind: ClientKind) {
        let given: [(AccessLevel, PromptAnswer.Decision, showsPhotos: Bool)] = [
            (.addOnly, .allow, false), (.readWrite, .limit([]), false), (.readWrite, .limit(Self.one), true),
            (.readWrite, .allow, true),
        ]
        let edit = SelectionEdit(from: [], to: Self.one)
        for source in AnswerSource.allCases {
            for (access, decision, showsPhotos) in given {
                let isAsked = source == .ownRule || showsPhotos && !kind.isVerified
                let found = action(forAnswer: decision, about: access, to: kind, from: source, among: .everyUser)
                #expect(found == (isAsked ? .extendOwnGrants : nil), "\(source) \(access) \(decision)")
            }
            let isAsked = source == .ownRule || !kind.isVerified
            #expect(
                action(forEdit: edit, to: kind, from: source, among: .everyUser) == (isAsked ? .extendOwnGrants : nil))
        }
    }

    @Test("a rule is an administrator's if the system runs the agent; a person's answer is always a person's")
    func sources() {
        #expect(AnswerSource(rule: nil, runsInAgentUnit: false) == .person)
        #expect(AnswerSource(rule: nil, runsInAgentUnit: true) == .person)
        #expect(AnswerSource(rule: "", runsInAgentUnit: false) == .ownRule)
        #expect(AnswerSource(rule: "1000.rules [*]", runsInAgentUnit: true) == .administratorsRule)
    }
}
