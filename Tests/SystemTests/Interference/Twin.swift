import FilmgateTestKit
import Testing

/// One of two libraries, an app whose answers are compared, and all other clients.
struct Twin {
    static let client = "flatpak:org.example.App"
    static let otherClient = "flatpak:org.example.Other"
    static let unknown = "00000000-0000-4000-8000-000000000000"

    static let rights = ["location", "originals", "captions", "metadata", "write"]

    private let world: World
    let owner: TestClient
    let other: TestClient
    /// The app's connection, or one that acts for it.
    private(set) var app: TestClient
    /// The process for which the connection acts; nil: the app calls by itself.
    private var process: Int32?
    /// What it adds waits in the inbox.
    let scanner: TestClient
    /// Exists in this library alone.
    var random: SeededRandom

    /// Photos in both libraries, in the same order, whether the app sees them or not; the selected ones, by number.
    var shared: [String] = []
    var selected: Set<Int> = []
    /// The app's additions, in order.
    var own: [String] = []
    /// How many there were: equal dates would come by identifier, which differ.
    var added = 0
    /// What the other library does not have.
    var unseen: [String] = []
    var trashed: [String] = []
    /// What waits in the inbox, or was rejected.
    var waiting: [String] = []
    var albums: [String] = []
    var folders: [String] = []
    var level = "undetermined"
    /// The app's rights; nil: the default.
    var rights: [String]?
    /// What was done with these.
    var unseenWork: [String] = []
    /// The positions up to which the app was told of changes, by question and by signals; nil before it observes,
    /// empty while it may not.
    var reported: String?
    var heard: String?
    /// Earlier tokens, for some of which the history is gone.
    var kept: [String] = []
    static let tokensKept = 8
    /// How often the person picked.
    var picks = 0
    /// A result of the app's.
    var opened: TestClient.Result?
    /// When each token first appeared.
    var tokens: [String: String] = [:]
    /// When each identifier without a common name first appeared among changes.
    var strangers: [String: String] = [:]
    /// When each identifier first appeared.
    var names: [String: String] = [:]
    var made = 0

    /// - Parameter isDelegated: whether a program that acts for the app makes its calls.
    init(_ world: World, random: SeededRandom, isDelegated: Bool) async throws {
        self.world = world
        // Every change gets a date two days back, so that the next broker prunes it.
        try await world.change(
            """
            database.executescript("CREATE TRIGGER aged AFTER INSERT ON change BEGIN "
                "UPDATE change SET date = date - 172800000000 WHERE number = new.number; END;")
            """)
        owner = try await world.owner
        other = try await world.client(flatpak: "org.example.Other")
        app = try await world.client(flatpak: "org.example.App")
        scanner = try await world.client(flatpak: "org.example.Scanner")
        self.random = random
        try await owner.grant(Self.otherClient, "full", rights: Self.rights)
        if isDelegated {
            process = try await owner.process(of: app)
            app = try await world.program("delegate")
            try await act(on: app)
        }
        _ = try await app.status()
    }

    func agent() async throws -> ScriptedAgent { try await world.agent() }

    var isDelegated: Bool { process != nil }

    /// Opens a further connection of the app, or one that acts for it.
    func anotherConnection() async throws -> TestClient {
        let connection = try await app.anotherConnection()
        try await act(on: connection)
        return connection
    }

    private func act(on connection: TestClient) async throws {
        guard let process else { return }
        #expect(try await connection.act(as: process) == Self.client)
    }

    // MARK: What is the same in both

    /// Ends the broker, cleanly or by a kill, and starts it again, which removes old history: all but the last change
    /// that each client saw.
    mutating func restart(_ random: inout SeededRandom) async throws {
        if Bool.random(using: &random) {
            try await world.killBroker()
            try await world.startBroker()
        } else {
            try await world.restartBroker()
        }
        try await world.change(
            """
            last = database.execute("SELECT max(number) FROM change").fetchone()[0] or 0
            for _ in range(6000):
                if database.execute("SELECT history_start FROM library").fetchone()[0] >= last: sys.exit()
                time.sleep(0.01)
            sys.exit("the history is not pruned")
            """)
        // A new broker knows no earlier connection that acts for an app.
        if isDelegated { app = try await anotherConnection() }
        // The app starts over with both.
        (opened, heard) = (nil, nil)
    }

    mutating func begin(at level: String, _ random: inout SeededRandom) async throws {
        for _ in 0..<6 { try await share(&random) }
        rights = Bool.random(using: &random) ? Self.rights : nil
        try await setLevel(level == "changing" ? "limited" : level, &random)
    }

    private mutating func setLevel(_ level: String, _ random: inout SeededRandom) async throws {
        self.level = level
        selected = []
        switch level {
        case "undetermined": try await owner.resetGrant(Self.client)
        case _ where level.hasPrefix("limited"):
            selected = Set(shared.indices.filter { _ in Bool.random(using: &random) })
            try await owner.grant(
                Self.client, "limited", selection: selected.sorted().map { shared[$0] },
                rights: rights, others: Self.limits[level] ?? [:])
        case "images":
            try await owner.grant(
                Self.client, "full", rights: rights, others: ["media-types": .texts(["image"])])
        default: try await owner.grant(Self.client, level)
        }
    }

    private static let limits: [String: [String: BusArgument]] = [
        "limited-images": ["media-types": .texts(["image"])],
        "limited-pixels": ["max-pixels": .uint32(100), "location-precision": "town"],
    ]

    private mutating func share(_ random: inout SeededRandom) async throws {
        let number = shared.count
        // All dates differ, because the order of equal ones is random.
        let hours = Int64.random(in: 0..<200, using: &random) * 100 + Int64(number)
        // Bursts, of which the app sees a part; the other library has more photos of them.
        let burst = Self.bursts[number % 4 < 2 ? number % 2 : 2]
        let photo =
            number % 4 == 3
            ? try TestPhoto.small("shared \(number)")
            : try TestPhoto.ofBurst(burst, isPicked: number % 5 == 0, "shared \(number)")
        shared.append(
            try await owner.add(
                photo,
                properties: [
                    "creation-date": .int64(Self.hour * hours),
                    "rating": .variant("i", .integer(Int64.random(in: 0...5, using: &random))),
                ]))
    }

    static let hour: Int64 = 3_600_000_000
    /// What cameras write into photos of one burst.
    static let bursts = ["burst one 01", "burst two 02", "burst three "]

    /// Does something that the app may notice.
    mutating func changeWhatIsSeen(_ level: String, _ random: inout SeededRandom) async throws {
        let number = Int.random(in: shared.indices, using: &random)
        switch Int.random(in: 0..<13, using: &random) {
        case 10 where level == "changing" && self.level == "limited": try await passThroughFull()
        case 10:
            // Rarely, because it takes away what the app added.
            if Int.random(in: 0..<4, using: &random) == 0 { try await undo(.text(Self.client), [:]) }
        case 0...2 where self.level.hasPrefix("limited"):
            let isSelected = selected.contains(number)
            try await owner.changeSelection(
                of: Self.client, add: isSelected ? [] : [shared[number]], remove: isSelected ? [shared[number]] : [])
            if isSelected { selected.remove(number) } else { selected.insert(number) }
        case 3: try await owner.set(["favorite": .flag(Bool.random(using: &random))], of: shared[number])
        case 4: try await owner.set(["hidden": .flag(Bool.random(using: &random))], of: shared[number])
        case 5: try await owner.set(["title": .text("title \(number % 3)")], of: shared[number])
        case 6: try await owner.delete(shared[number])
        case 7: try await owner.perform(("restore-assets", ["ids": .texts([shared[number]])]))
        case 11: try await owner.edit(shared[number], as: TestPhoto.small("render \(number)"), data: [7])
        case 12: try await owner.revert(shared[number])
        case 8 where shared.count < 14: try await share(&random)
        case 9 where level == "changing":
            let levels = ["undetermined", "none", "add-only", "limited", "limited", "limited"]
            try await setLevel(levels.randomElement(using: &random) ?? "limited", &random)
        default: break
        }
    }

    /// Gives the app full access for a while, in which it asks for nothing, and then its earlier access. Later answers
    /// about this time depend on what it saw before and sees now.
    private mutating func passThroughFull() async throws {
        guard let reported, !reported.isEmpty else { return }
        try await app.unsubscribe()
        try await owner.grant(Self.client, "full", rights: rights)
        try await workUnseen()
        try await owner.grant(
            Self.client, "limited", selection: selected.sorted().map { shared[$0] }, rights: rights)
        heard = try await app.subscribe()
    }
}
