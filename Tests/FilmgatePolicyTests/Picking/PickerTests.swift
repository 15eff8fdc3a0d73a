import FilmgateModel
import Testing

@testable import FilmgatePolicy

@Suite("A picker")
struct PickerTests {
    private static let ids = (0..<4).map { _ in AssetID.random() }
    private static let image = PickableAsset(
        mediaType: .image, duration: nil, isHidden: false, width: 400, height: 300)
    private static let video = PickableAsset(
        mediaType: .video, duration: 10, isHidden: false, width: 400, height: 300)
    private static let hidden = PickableAsset(
        mediaType: .image, duration: nil, isHidden: true, width: 400, height: 300)
    private static let crop = UnitRectangle(x: 0, y: 0, width: 0.3, height: 0.4)!
    private static let app = Client(
        id: ClientID(.flatpak, "org.example.App")!, user: 1000, isOwnersTool: false, connection: "c1")
    private static let tool = Client(
        id: ClientID(.exe, "/usr/bin/filmgatectl")!, user: 1000, isOwnersTool: true, connection: "c2")

    private static func rules(_ set: (inout ClientRules) -> Void) -> ClientRules {
        var rules = ClientRules()
        set(&rules)
        return rules
    }

    private static let place = PolicyFileLocation(file: "test.conf", line: 1)

    private static func picker(
        _ change: (inout PickerConfiguration) -> Void = { _ in }, by client: Client = app, at level: Level = .none,
        under rules: ClientRules = ClientRules()
    ) throws -> Picker {
        var configuration = PickerConfiguration()
        configuration.limit = 3
        change(&configuration)
        var grant = Grant.undetermined
        if let statuses = level.statuses { (grant.addOnly, grant.readWrite) = (statuses.addOnly, statuses.readWrite) }
        return try Picker(configuration, matching: nil, for: client, given: grant, under: rules)
    }

    private static func items(
        _ answer: PickAnswer, _ picker: Picker, isByRule: Bool = false
    ) throws -> [PickedItem] {
        try picker.items(
            of: answer,
            among: [ids[0]: image, ids[1]: video, ids[2]: hidden],
            isByRule: isByRule)
    }

    @Test("gives the formats that the person chose if the client takes all, and else those that it asked for")
    func representation() throws {
        let current = PickAnswer([Self.ids[0]], representation: .current)
        for offers in [true, false] {
            let picker = try Self.picker { ($0.representation, $0.offersRepresentation) = (.compatible, offers) }
            #expect(try Self.items(current, picker).map(\.representation) == [offers ? .current : .compatible])
            #expect(try Self.items(PickAnswer([Self.ids[0]]), picker).map(\.representation) == [.compatible])
        }
    }

    @Test("shows exactly what was picked, in order, with all rights but those that were removed, at every level")
    func visibility() throws {
        for level in [Level.undetermined, .none, .addOnly, .limited, .full] {
            let picker = try Self.picker(at: level)
            let items = try Self.items(PickAnswer([Self.ids[1], Self.ids[0]], removed: [.location]), picker)
            #expect(items.map(\.asset) == [Self.ids[1], Self.ids[0]])
            for item in items {
                #expect(item.visibility.scope == .item(item.asset))
                #expect(item.visibility.rights == [.originals, .captions, .metadata])
                #expect(item.removed == [.location] && item.visibility.closesFiles == nil)
                #expect(!item.visibility.seesTrash && !item.visibility.listsHidden)
            }
        }
    }

    @Test("removes what the client does not want, unless the person says otherwise")
    func removed() throws {
        let picker = try Self.picker { $0.removed = [.captions] }
        #expect(try Self.items(PickAnswer([Self.ids[0]]), picker)[0].removed == [.captions, .location])
        #expect(try Self.items(PickAnswer([Self.ids[0]], removed: []), picker)[0].removed == [])
        #expect(try Self.items(PickAnswer([Self.ids[0]], removed: [.metadata]), picker)[0].removed == [.metadata])
    }

    @Test("begins with what the grant leaves out, and without a grant to read with the place")
    func beginning() throws {
        func removed(
            _ level: Level, _ rights: Rights = .reading, _ precision: LocationPrecision = .exact,
            by client: Client = PickerTests.app
        ) throws -> Set<MetadataKind> {
            let statuses = level.statuses ?? (.notDetermined, .notDetermined)
            let limits = ContentLimits(locationPrecision: precision)
            let grant = Grant(
                addOnly: statuses.0, readWrite: statuses.1, rights: rights, limits: limits, grantor: .person)
            return try Picker(
                PickerConfiguration(), matching: nil, for: client, given: grant, under: ClientRules()
            ).configuration.removed
        }
        for level in [Level.undetermined, .none, .addOnly] { #expect(try removed(level) == [.location], "\(level)") }
        for level in [Level.limited, .full] {
            #expect(try removed(level) == [])
            #expect(try removed(level, .reading.subtracting(.location)) == [.location])
            #expect(try removed(level, .originals) == [.location, .captions, .metadata])
            #expect(try removed(level, .reading, .town) == [.location])
        }
        #expect(try removed(.undetermined, by: Self.tool) == [])
        let program = Client(
            id: ClientID(.exe, "/usr/bin/viewer")!, user: 1000, isOwnersTool: false, connection: "c3")
        #expect(try removed(.undetermined, by: program) == [.location])
    }

    @Test("leaves out what does not exist, and what is hidden if a rule picks")
    func leftOut() throws {
        let picker = try Self.picker()
        let answer = PickAnswer([Self.ids[3], Self.ids[2], Self.ids[0]])
        #expect(try Self.items(answer, picker).map(\.asset) == [Self.ids[2], Self.ids[0]])
        #expect(try Self.items(answer, picker, isByRule: true).map(\.asset) == [Self.ids[0]])
    }

    @Test("refuses an answer that does not fit the question")
    func unfit() throws {
        let picker = try Self.picker {
            $0.limit = 2
            $0.maxDuration = 2
            $0.crop = .square
        }
        let (image, video) = (Self.ids[0], Self.ids[1])
        let unfit = [
            PickAnswer([image, video, Self.ids[2]]), PickAnswer([image, image]),
            PickAnswer([image], crops: [video: Self.crop]), PickAnswer([image], trims: [video: 0..<1]),
            PickAnswer([video], trims: [video: 0..<3]), PickAnswer([video], crops: [video: Self.crop]),
            PickAnswer([image], trims: [image: 0..<1]), PickAnswer([video], trims: [video: 10..<11]),
        ]
        for answer in unfit {
            #expect(throws: PickRefusal.unfit, "\(answer)") { try Self.items(answer, picker) }
        }
        let fit = PickAnswer([video, image], crops: [image: Self.crop], trims: [video: 1..<3])
        let items = try Self.items(fit, picker)
        #expect(items.map(\.trim) == [1..<3, nil] && items.map(\.crop) == [nil, Self.crop])
    }

    @Test("drops a rectangle that nobody asked for, and for a square one that is not square")
    func crops() throws {
        let (photo, square) = (Self.ids[0], try Self.picker { $0.crop = .square })
        func crop(_ width: Double, _ height: Double, by picker: Picker) throws -> UnitRectangle? {
            let part = try #require(UnitRectangle(x: 0, y: 0, width: width, height: height))
            return try Self.items(PickAnswer([photo], crops: [photo: part]), picker)[0].crop
        }
        // Of 400 by 300 pixels.
        for (width, height) in [(0.75, 1), (0.3, 0.4), (0.3, 0.402), (0.0025, 0.005)] {
            #expect(try crop(width, height, by: square)?.width == width, "\(width) by \(height)")
            #expect(try crop(width, height, by: Self.picker()) == nil)
        }
        for (width, height) in [(1.0, 1.0), (0.5, 0.5), (0.3, 0.41), (0.75, 0.98), (1, 0.01)] {
            #expect(try crop(width, height, by: square) == nil, "\(width) by \(height)")
        }
        let unknown = PickableAsset(mediaType: .image, duration: nil, isHidden: false, width: 0, height: 0)
        let items = try square.items(
            of: PickAnswer([photo], crops: [photo: Self.crop]), among: [photo: unknown], isByRule: false)
        #expect(items[0].crop == nil)
    }

    @Test("ends a video that is too long, or of unknown length, where the client says")
    func durations() throws {
        let picker = try Self.picker { $0.maxDuration = 4 }
        #expect(try Self.items(PickAnswer([Self.ids[1]]), picker)[0].trim == 0..<4)
        let short = try Self.picker { $0.maxDuration = 10 }
        #expect(try Self.items(PickAnswer([Self.ids[1]]), short)[0].trim == nil)
        let late = PickAnswer([Self.ids[1]], trims: [Self.ids[1]: 8..<12])
        #expect(try Self.items(late, picker)[0].trim == 8..<10)
        let unknown = try picker.items(
            of: PickAnswer([Self.ids[1]]),
            among: [
                Self.ids[1]: PickableAsset(mediaType: .video, duration: nil, isHidden: false, width: 400, height: 300)
            ], isByRule: false)
        #expect(unknown[0].trim == 0..<4)
    }

    @Test("offers to keep what is picked only to clients with limited access that ask for it")
    func keeping() throws {
        for level in [Level.undetermined, .none, .addOnly, .limited, .full] {
            for asks in [false, true] {
                let picker = try Self.picker({ $0.offersKeep = asks }, at: level)
                #expect(picker.configuration.offersKeep == (asks && level == .limited))
            }
        }
        #expect(try !Self.picker({ $0.offersKeep = true }, by: Self.tool, at: .limited).configuration.offersKeep)
    }

    @Test("is refused by policy that forbids prompts or reading, but not for the owner's tools")
    func policy() throws {
        for rules in [
            Self.rules { $0.prompts = PolicyValue(false, at: Self.place) },
            Self.rules { $0.highest = PolicyValue(.none, at: Self.place) },
            Self.rules { $0.highest = PolicyValue(.addOnly, at: Self.place) },
        ] {
            #expect(throws: PickRefusal.restricted) { try Self.picker(under: rules) }
            #expect(throws: Never.self) { try Self.picker(by: Self.tool, under: rules) }
        }
        #expect(throws: Never.self) {
            try Self.picker(under: Self.rules { $0.highest = PolicyValue(.limited, at: Self.place) })
        }
    }

    @Test("gives no more than policy lets the client have")
    func terms() throws {
        let rules = Self.rules {
            $0.locations = PolicyValue(nil, at: Self.place)
            $0.maxPixels = PolicyValue(512, at: Self.place)
            $0.mediaTypes = PolicyValue([.image], at: Self.place)
        }
        let picker = try Self.picker({ $0.filter = "subtypes contains 'raw'" }, under: rules)
        #expect(picker.configuration.filter == "(subtypes contains 'raw') and media-type = 'image'")
        #expect(picker.predicate?.properties == [.mediaType])
        let item = try Self.items(PickAnswer([Self.ids[0]], removed: []), picker)[0]
        #expect(item.removed == [.location] && item.visibility.limits.maxPixels == 512)
        #expect(item.visibility.closesFiles == .maxPixels(512))
        #expect(item.terms == PickedItemPermissions(rules) && item.terms != PickedItemPermissions(ClientRules()))
        let moved = Self.rules { $0.locations = PolicyValue(nil, at: PolicyFileLocation(file: "other.conf", line: 9)) }
        #expect(
            PickedItemPermissions(moved)
                == PickedItemPermissions(Self.rules { $0.locations = PolicyValue(nil, at: Self.place) }))
    }

    @Test(
        "needs an authorization on the system bus for unverified programs, as session and policy say, and for rules"
    )
    func authorization() {
        for kind in ClientKind.allCases {
            for source in AnswerSource.allCases {
                for isInWaylandSession in [false, true] {
                    for rule in PickPasswordRequirement.allCases {
                        for keeps in [false, true] {
                            let found = { (owners: Owners) in
                                action(
                                    forPickBy: kind, from: source, extendsGrant: keeps,
                                    isInWaylandSession: isInWaylandSession, under: rule, among: owners)
                            }
                            let expected: AuthorizedAction? =
                                switch (source, kind.isVerified, keeps, rule) {
                                case (.ownRule, _, _, _), (.administratorsRule, false, _, _): .extendOwnGrants
                                case (.administratorsRule, true, _, _), (.person, true, _, _): nil
                                case (.person, false, true, _), (.person, false, false, .always): .extendOwnGrants
                                case (.person, false, false, .never): nil
                                case (.person, false, false, .x11): isInWaylandSession ? nil : .pickForPrograms
                                }
                            #expect(found(.everyUser) == expected, "\(kind) \(source) \(rule) \(keeps)")
                            #expect(found(.only(1000)) == nil)
                        }
                    }
                }
            }
        }
    }
}
