import FilmgateTestKit
import Foundation
import Synchronization
import Testing

/// A display that nobody sees, with a window manager and the accessibility bus: a person's hands and a screen reader for windows.
struct Display: Sendable {
    private let world: World
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
        try await startWindowManager()
    }

    /// Returns when it manages the display. One that ended while it started is started again.
    private func startWindowManager() async throws {
        for _ in 1...3 {
            _ = try world.start(["/usr/bin/openbox"], environment: environment)
            for _ in 0..<200 {
                if (try? await run("/usr/bin/xdotool", "get_desktop")) != nil { return }
                try await Task.sleep(for: .milliseconds(100))
            }
        }
        throw ClientFailure("the window manager does not start")
    }

    /// Starts the agent with the window's program.
    func startAgent() throws {
        _ = try world.start(
            [BuiltProgram.path("filmgate-agent"), "--window", BuiltProgram.path("filmgate-window")],
            environment: environment)
    }

    /// Starts the library's window, as a person does. Returns when it no longer ignores input.
    ///
    /// - Parameter others: variables beside those of the display.
    func startLibrary(_ arguments: String..., environment others: [String: String] = [:]) async throws {
        _ = try world.start(
            [BuiltProgram.path("filmgate-window")] + arguments, environment: environment.merging(others) { $1 })
        _ = try await window("Filmgate")
        try await settle()
    }

    /// Waits for a control, as a screen reader finds it.
    func shows(_ role: String, _ name: String) async throws { try await accessible("wait", role, name) }

    /// Waits until a control has the focus, so that keys reach it.
    func focuses(_ role: String, _ name: String) async throws { try await accessible("focus", role, name) }

    /// Waits until there is no such control.
    func showsNo(_ role: String, _ name: String) async throws { try await accessible("gone", role, name) }

    /// Does a control's action, as a screen reader does.
    func press(_ role: String, _ name: String) async throws { try await accessible("press", role, name) }

    /// Everything that is on the screen.
    func tree() async throws -> String { try await accessible("tree") }

    /// Waits until the photo at a place in a grid has the focus.
    func focusesPhoto(_ index: Int) async throws {
        try await eventually {
            let cells = try await tree().split(separator: "\n").filter { $0.contains("table cell '") }
            return cells.indices.contains(index) && cells[index].contains(" focused")
        }
    }

    /// Presses keys, after the time in which windows ignore them.
    func type(_ keys: String...) async throws {
        for key in keys { try await run("/usr/bin/xdotool", "key", key) }
    }

    /// Presses keys at once when a window appears.
    func type(_ keys: String..., whenShown title: String) async throws {
        let search = "xdotool search --sync --onlyvisible --name '\(title)' >/dev/null"
        try await run("/bin/sh", "-c", "\(search) && xdotool key \(keys.joined(separator: " "))")
    }

    /// Clicks at a place of a window, several times, at once when it appears.
    func click(at place: [Int], whenShown title: String) async throws {
        // With `--sync`, xdotool looks only twice a second, and the window would listen already.
        let search = "xdotool search --onlyvisible --name '\(title)' | tail -n 1"
        let clicks = "xdotool mousemove --window $id \(place[0]) \(place[1]) click --repeat 3 --delay 40 1"
        try await run(
            "/usr/bin/timeout", "20", "/bin/sh", "-c",
            "until id=$(\(search)) && [ -n \"$id\" ]; do sleep 0.01; done; \(clicks)")
    }

    /// Presses a key again and again for some seconds, faster than windows begin to listen.
    func hammer(_ key: String, after others: String...) async throws {
        let keys = others + Array(repeating: key, count: 60)
        try await run("/usr/bin/xdotool", ["key", "--delay", "50"] + keys)
    }

    /// Makes the active window as small as it can become.
    func shrink() async throws {
        try await run("/usr/bin/xdotool", "windowsize", try await activeWindow().filter(\.isNumber), "1", "1")
    }

    /// Drags with the first button, from the middle of a control.
    func drag(from role: String, _ name: String, by distance: [Int]) async throws {
        let place = try await place(role, name)
        var words = ["mousemove", "--window", try await activeWindow().filter(\.isNumber)]
        words += ["\(place[0])", "\(place[1])", "mousedown", "1"]
        for step in 1...10 {
            words += ["mousemove_relative", "--", "\(distance[0] / 10)", "\(distance[1] / 10)", "sleep", "0.02"]
            if step == 10 { words += ["mouseup", "1"] }
        }
        try await run("/usr/bin/xdotool", words)
    }

    /// Starts the window of a different program, which offers files or takes them, in the corner of the screen.
    func startOther(_ arguments: String..., onLine: (@Sendable (String?) -> Void)? = nil) async throws {
        _ = try world.start(
            ["/usr/bin/python3", Self.script("dragging.py")] + arguments, environment: environment, onLine: onLine)
        try await run("/usr/bin/xdotool", "windowmove", "--sync", try await window("Other"), "1120", "860")
    }

    /// Drags from the middle of one window to that of a different one.
    func drag(fromWindow source: String, toWindow target: String) async throws {
        try await drag(from: try await center(of: source), to: try await center(of: target))
    }

    /// Drags from the middle of a control in a window to the middle of a different window.
    func drag(from role: String, _ name: String, in source: String, toWindow target: String) async throws {
        let (place, corner) = (try await place(role, name), try await rectangle(of: source))
        try await drag(from: [corner[0] + place[0], corner[1] + place[1]], to: try await center(of: target))
    }

    private func drag(from start: [Int], to end: [Int]) async throws {
        var words = ["mousemove", "\(start[0])", "\(start[1])", "sleep", "0.2", "mousedown", "1", "sleep", "0.1"]
        for step in 1...20 {
            let place = (0...1).map { start[$0] + (end[$0] - start[$0]) * step / 20 }
            words += ["mousemove", "\(place[0])", "\(place[1])", "sleep", "0.03"]
        }
        try await run("/usr/bin/xdotool", words + ["sleep", "0.3", "mouseup", "1"])
    }

    private func center(of title: String) async throws -> [Int] {
        let rectangle = try await rectangle(of: title)
        return [rectangle[0] + rectangle[2] / 2, rectangle[1] + rectangle[3] / 2]
    }

    /// The left and upper side, the width and the height of a window.
    private func rectangle(of title: String) async throws -> [Int] {
        let geometry = try await run("/usr/bin/xdotool", "getwindowgeometry", "--shell", try await window(title))
        let values = geometry.split(separator: "\n").map { $0.split(separator: "=") }
        return ["X", "Y", "WIDTH", "HEIGHT"].map { key in values.first { $0[0] == key }.flatMap { Int($0[1]) } ?? 0 }
    }

    /// Types a text, after the time in which windows ignore keys.
    func write(_ text: String) async throws { try await run("/usr/bin/xdotool", "type", "--delay", "20", text) }

    /// The middle of a control, in pixels from the corner of its window.
    func place(_ role: String, _ name: String) async throws -> [Int] {
        try await numbers("place", role, name)
    }

    /// The width and the height of a control, in pixels.
    func size(_ role: String, _ name: String) async throws -> [Int] { try await numbers("size", role, name) }

    private func numbers(_ command: String, _ role: String, _ name: String) async throws -> [Int] {
        let numbers = try await accessible(command, role, name).split { $0 == " " || $0 == "\n" }.compactMap { Int($0) }
        guard numbers.count == 2 else { throw ClientFailure("\(role) '\(name)' has no \(command)") }
        return numbers
    }

    /// Asks about the active window, as soon as the window manager names one.
    private func activeWindow(_ question: String...) async throws -> String {
        var answer = ""
        try await eventually {
            answer = (try? await run("/usr/bin/xdotool", ["getactivewindow"] + question)) ?? ""
            return !answer.isEmpty
        }
        return answer
    }

    /// Clicks the middle of a control, or double-clicks it.
    func click(_ role: String, _ name: String, times: Int = 1) async throws {
        try await point(role, name, "click", "--repeat", "\(times)", "--delay", "60", "1")
    }

    /// Turns the mouse's wheel down over the middle of a control.
    func turnWheel(over role: String, _ name: String, times: Int) async throws {
        try await point(role, name, "click", "--repeat", "\(times)", "--delay", "60", "5")
    }

    /// Moves the pointer to the middle of a control, and does something there.
    private func point(_ role: String, _ name: String, _ words: String...) async throws {
        let place = try await place(role, name)
        let window = try await activeWindow("getwindowgeometry", "--shell")
        let values = Dictionary(
            window.split(separator: "\n").compactMap { line -> (Substring, Int)? in
                let parts = line.split(separator: "=")
                return parts.count == 2 ? Int(parts[1]).map { (parts[0], $0) } : nil
            }
        ) { first, _ in first }
        // A place inside the screen, or the person could not click there.
        let (x, y) = (place[0] + (values["X"] ?? 0), place[1] + (values["Y"] ?? 0))
        guard (0..<1280).contains(x), (0..<1000).contains(y) else {
            throw ClientFailure("\(role) '\(name)' is not on the screen: \(x), \(y)")
        }
        try await run("/usr/bin/xdotool", ["mousemove", "\(x)", "\(y)"] + words)
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

    private static func script(_ name: String) -> String {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "TestKit/Python/\(name)").path
    }

    /// How many pixels of the screen have about this color.
    func pixels(red: Int, green: Int, blue: Int) throws -> Int {
        // An X window dump: a header, a table of colors, then four bytes for each pixel: blue, green, red and none.
        let bytes = try [UInt8](Data(contentsOf: URL(filePath: "\(world.folder)/Xvfb_screen0"))).suffix(1280 * 1000 * 4)
        return stride(from: bytes.startIndex, to: bytes.endIndex, by: 4).count { index in
            abs(Int(bytes[index]) - blue) < 12 && abs(Int(bytes[index + 1]) - green) < 12
                && abs(Int(bytes[index + 2]) - red) < 12
        }
    }

    /// Waits until windows no longer ignore input.
    func settle() async throws { try await Task.sleep(for: .milliseconds(900)) }

    @discardableResult
    private func accessible(_ arguments: String...) async throws -> String {
        while true {
            let command = ["/usr/bin/python3", Self.script("accessible.py")] + arguments
            let result = try await world.start(command, environment: environment)
                .result()
            if result.code == 0 { return result.output }
            // AT-SPI's library can crash if a window changes while it looks.
            guard result.code > 128 else {
                throw ClientFailure("\(arguments.joined(separator: " ")): \(result.errors) \(result.output)")
            }
        }
    }

    @discardableResult
    private func run(_ program: String, _ arguments: String...) async throws -> String {
        try await run(program, arguments)
    }

    @discardableResult
    private func run(_ program: String, _ arguments: [String]) async throws -> String {
        let result = try await world.start([program] + arguments, environment: environment).result()
        guard result.code == 0 else {
            throw ClientFailure("\(program) \(arguments.joined(separator: " ")): \(result.errors) \(result.output)")
        }
        return result.output
    }
}
