import FilmgateTestKit
import Foundation
import Synchronization
import Testing

/// A display that nobody sees, with a window manager and the accessibility bus: a person's hands and a screen reader
/// for windows.
struct Display: Sendable {
    let world: World
    private let reader: ScreenReader
    /// What programs need to show their windows here.
    let environment: [String: String]

    /// Starts a display, which ends with the world.
    ///
    /// - Parameters:
    ///   - language: the locale of the programs.
    ///   - variables: more variables of their environment.
    init(in world: World, language: String = "C.UTF-8", _ variables: [String: String] = [:]) async throws {
        self.world = world
        let (lines, hearing) = AsyncStream.makeStream(of: String?.self)
        _ = try world.start(
            [
                "/usr/bin/Xvfb", "-displayfd", "1", "-screen", "0", "1280x1000x24", "-nolisten", "tcp", "-fbdir",
                world.folder,
            ],
            onLine: { hearing.yield($0) })
        var number: String?
        for await line in lines {
            number = line
            break
        }
        guard let number else { throw ClientFailure("Xvfb did not start") }
        environment = [
            "DISPLAY": ":\(number)", "GDK_BACKEND": "x11", "GSK_RENDERER": "cairo", "LANG": language,
            "LC_ALL": language, "HOME": world.folder, "XDG_RUNTIME_DIR": world.folder, "GSETTINGS_BACKEND": "memory",
            "GTK_A11Y": "atspi", "NO_AT_BRIDGE": "0",
        ].merging(variables) { $1 }
        _ = try world.start(["/usr/libexec/at-spi-bus-launcher", "--launch-immediately"], environment: environment)
        reader = try ScreenReader(in: world, environment: environment)
        try await startWindowManager()
    }

    /// Returns when it manages the display. One that ended while it started is started again.
    private func startWindowManager() async throws {
        var manager = try world.start(["/usr/bin/openbox"], environment: environment)
        try await eventually {
            if manager.hasEnded { manager = try world.start(["/usr/bin/openbox"], environment: environment) }
            return (try? await run("/usr/bin/xdotool", "get_desktop")) != nil
        }
    }

    /// Starts the agent with the window's program. Returns when it can be asked.
    func startAgent() async throws {
        _ = try world.start(
            [BuiltProgram.path("filmgate-agent"), "--window", BuiltProgram.path("filmgate-window")],
            environment: environment)
        try await world.agentRegisters()
    }

    /// Starts the library's window, as a person does. Returns when keys go to it.
    ///
    /// - Parameter others: variables beside those of the display.
    @discardableResult
    func startLibrary(_ arguments: String..., environment others: [String: String] = [:]) async throws -> Program {
        let program = try world.start(
            [BuiltProgram.path("filmgate-window")] + arguments, environment: environment.merging(others) { $1 })
        try await reader.find("frame", "Filmgate", .active)
        return program
    }

    /// Waits for a control, as a screen reader finds it.
    func shows(_ role: String, _ name: String) async throws { try await reader.find(role, name) }

    /// Waits until a control has the focus, so that keys reach it.
    func focuses(_ role: String, _ name: String) async throws { try await reader.find(role, name, .focused) }

    /// Waits until keys and clicks reach a control. Questions take none at first.
    func offers(_ role: String, _ name: String) async throws { try await reader.find(role, name, .ready) }

    /// Waits until keys go to a window.
    func getsKeys(_ title: String = "Filmgate") async throws { try await reader.find("frame", title, .active) }

    /// Answers a question in a dialog by a key, once the button of this whole name takes input and the dialog gets the
    /// keys.
    func answer(_ name: String, with key: String) async throws {
        try await reader.ask("answerable", "push button", name)
        try await type(key)
    }

    /// Waits until the windows have handled all input so far: a look at the screen has every program answer many times.
    func settle() async throws {
        for _ in 1...2 { _ = try await tree() }
    }

    /// Waits until a control takes no input.
    func withholds(_ role: String, _ name: String) async throws { try await reader.find(role, name, .insensitive) }

    /// Waits until there is no such control.
    func showsNo(_ role: String, _ name: String) async throws { try await reader.ask("gone", role, name) }

    /// Does a control's action, as a screen reader does.
    func press(_ role: String, _ name: String) async throws { try await reader.ask("press", role, name) }

    /// Everything that is on the screen.
    func tree() async throws -> String { try await reader.tree() }

    /// Waits until the photo at a place in a grid has the focus.
    func focusesPhoto(_ index: Int) async throws {
        try await eventually {
            let cells = try await tree().split(separator: "\n").filter { $0.contains("table cell '") }
            return cells.indices.contains(index) && cells[index].contains(" focused")
        }
    }

    /// Presses keys.
    func type(_ keys: String...) async throws {
        for key in keys { try await run("/usr/bin/xdotool", "key", key) }
    }

    /// Presses keys or buttons again and again while a body runs, faster than questions begin to take input.
    ///
    /// - Parameter words: for `xdotool`.
    func repeating(_ words: String..., while body: (Presses) async throws -> Void) async throws {
        let isWanted = "\(world.folder)/\(UUID())"
        try Data().write(to: URL(filePath: isWanted))
        // It ends between two presses: a key that is not let go repeats itself. To start a program takes long on a busy
        // machine.
        let presses = Presses()
        let round = Array(repeating: words.joined(separator: " "), count: 5).joined(separator: " sleep 0.05 ")
        let script = "while [ -e '\(isWanted)' ]; do xdotool \(round) && echo; done"
        let program = try world.start(
            ["/bin/sh", "-c", script], environment: environment, onLine: { if $0 != nil { presses.add() } })
        defer { try? FileManager.default.removeItem(atPath: isWanted) }
        try await body(presses)
        try FileManager.default.removeItem(atPath: isWanted)
        await program.ended()
    }

    /// Counts what `repeating` does.
    final class Presses: Sendable {
        private let rounds = Atomic(0)

        fileprivate func add() { rounds.add(1, ordering: .relaxed) }

        /// Waits until some more were made, from beginning to end.
        func goOn() async throws {
            let before = rounds.load(ordering: .relaxed)
            try await eventually { rounds.load(ordering: .relaxed) >= before + 2 }
        }
    }

    /// Makes the active window as small as it can become.
    func shrink() async throws {
        try await run("/usr/bin/xdotool", "windowsize", try await activeWindow().filter(\.isNumber), "1", "1")
    }

    /// Gives the library's window this size. Returns its width once its parts have their places: a page that does not
    /// fit makes it larger.
    @discardableResult
    func resize(width: Int, height: Int) async throws -> Int {
        let window = try await window("Filmgate")
        try await run("/usr/bin/xdotool", "windowsize", window, "\(width)", "\(height)")
        try await eventually { try await rectangle(ofWindow: window)[2] == width }
        try await settle()
        return try await rectangle(ofWindow: window)[2]
    }

    /// The left and upper side, the width and the height of a window.
    func rectangle(of title: String) async throws -> [Int] {
        try await rectangle(ofWindow: try await window(title))
    }

    func rectangle(ofWindow number: String) async throws -> [Int] {
        let geometry = try await run("/usr/bin/xdotool", "getwindowgeometry", "--shell", number)
        let values = geometry.split(separator: "\n").map { $0.split(separator: "=") }
        return ["X", "Y", "WIDTH", "HEIGHT"].map { key in values.first { $0[0] == key }.flatMap { Int($0[1]) } ?? 0 }
    }

    /// Types a text.
    func write(_ text: String) async throws { try await run("/usr/bin/xdotool", "type", "--delay", "20", "--", text) }

    /// The middle of a control, in pixels from the corner of its window.
    func place(_ role: String, _ name: String) async throws -> [Int] {
        try await numbers("place", role, name)
    }

    /// The middle of a control, once it is shown and no longer moves. What is hidden has none, and is listed at the
    /// top.
    func restingPlace(_ role: String, _ name: String) async throws -> [Int] {
        try await resting(every: .milliseconds(50)) {
            let place = try await place(role, name)
            return place[1] > 0 ? place : nil
        }
    }

    /// Returns what a look finds, once four looks in a row find the same.
    ///
    /// - Parameter look: returns nil if there is nothing to see yet.
    func resting<Found: Equatable>(
        every pause: Duration, _ look: () async throws -> Found?
    ) async throws -> Found {
        // Four looks take long on a busy machine.
        let end = ContinuousClock.now + .seconds(300)
        var (last, count) = (Found?.none, 0)
        while ContinuousClock.now < end {
            let next = try await look()
            count = next == last ? count + 1 : 1
            last = next
            if let last, count >= 4 { return last }
            try await Task.sleep(for: pause)
        }
        throw ClientFailure("what is looked at is not there, or does not rest")
    }

    /// The width and the height of a control, in pixels.
    func size(_ role: String, _ name: String) async throws -> [Int] { try await numbers("size", role, name) }

    private func numbers(_ command: String, _ role: String, _ name: String) async throws -> [Int] {
        let numbers = try await reader.ask(command, role, name).split { $0 == " " || $0 == "\n" }.compactMap { Int($0) }
        guard numbers.count == 2 else { throw ClientFailure("\(role) '\(name)' has no \(command)") }
        return numbers
    }

    /// Asks about the active window, as soon as the window manager names one.
    func activeWindow(_ question: String...) async throws -> String {
        var answer = ""
        try await eventually {
            answer = (try? await run("/usr/bin/xdotool", ["getactivewindow"] + question)) ?? ""
            return !answer.isEmpty
        }
        return answer
    }

    /// The middle of a control of the active window, in pixels from the corner of the screen.
    func placeOnScreen(_ role: String, _ name: String) async throws -> [Int] {
        // While a page slides in, a click could reach what is beside the window.
        let place = try await restingPlace(role, name)
        let corner = try await rectangle(ofWindow: activeWindow().filter(\.isNumber))
        // A place inside the screen, or the person could not click there.
        let (x, y) = (place[0] + corner[0], place[1] + corner[1])
        guard (0..<1280).contains(x), (0..<1000).contains(y) else {
            throw ClientFailure("\(role) '\(name)' is not on the screen: \(x), \(y)")
        }
        return [x, y]
    }

    /// The number of a window, by its title, as soon as it is there.
    func window(_ title: String) async throws -> String {
        var number = ""
        try await eventually {
            // xdotool fails if a window ends while it looks.
            let found = try? await run("/usr/bin/xdotool", "search", "--onlyvisible", "--name", "^\(title)$")
            number = found?.split(separator: "\n").last.map(String.init) ?? ""
            return !number.isEmpty
        }
        return number
    }

    /// The number of the window that a window belongs to.
    func parent(of window: String) async throws -> String {
        try await run("/usr/bin/python3", Self.script("transient.py"), window).filter(\.isNumber)
    }

    static func script(_ name: String) -> String {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "TestKit/Python/\(name)").path
    }

    /// How many pixels of the screen have about this color.
    func pixels(red: Int, green: Int, blue: Int) throws -> Int { try places(red, green, blue).count }

    /// The middle of what has about this color on the screen; nil if nothing has it.
    func middle(red: Int, green: Int, blue: Int) throws -> [Int]? {
        let places = try places(red, green, blue)
        guard !places.isEmpty else { return nil }
        let sum = places.reduce((0, 0)) { ($0.0 + $1 % 1280, $0.1 + $1 / 1280) }
        return [sum.0 / places.count, sum.1 / places.count]
    }

    /// The pixels of the screen, each four bytes: blue, green, red and none.
    func screen() throws -> [UInt8] {
        // An X window dump: a header, a table of colors, then the pixels.
        let dump = try Data(contentsOf: URL(filePath: "\(world.folder)/Xvfb_screen0"))
        return [UInt8](dump.suffix(1280 * 1000 * 4))
    }

    private func places(_ red: Int, _ green: Int, _ blue: Int) throws -> [Int] {
        let bytes = try screen()
        return (0..<bytes.count / 4).filter { place in
            let index = place * 4
            return abs(Int(bytes[index]) - blue) < 12 && abs(Int(bytes[index + 1]) - green) < 12
                && abs(Int(bytes[index + 2]) - red) < 12
        }
    }

    @discardableResult
    func run(_ program: String, _ arguments: String...) async throws -> String {
        try await run(program, arguments)
    }

    @discardableResult
    func run(_ program: String, _ arguments: [String]) async throws -> String {
        let result = try await world.start([program] + arguments, environment: environment).result()
        guard result.code == 0 else {
            throw ClientFailure("\(program) \(arguments.joined(separator: " ")): \(result.errors) \(result.output)")
        }
        return result.output
    }
}
