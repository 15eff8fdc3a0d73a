import FilmgateTestKit
import Testing

/// The person's hand on the mouse.
extension Display {
    /// Clicks the middle of a control, or double-clicks it, once it takes input.
    func click(_ role: String, _ name: String, times: Int = 1) async throws {
        try await point(role, name, "click", "--repeat", "\(times)", "--delay", "60", "1")
    }

    /// Holds the first button over the middle of a control while a body runs.
    func hold(_ role: String, _ name: String, while body: () async throws -> Void) async throws {
        try await point(role, name, "mousedown", "1")
        try await body()
        try await run("/usr/bin/xdotool", "mouseup", "1")
    }

    /// Turns the mouse's wheel down over the middle of a control.
    func turnWheel(over role: String, _ name: String, times: Int) async throws {
        try await point(role, name, "click", "--repeat", "\(times)", "--delay", "60", "5")
    }

    /// Turns the wheel over a control until one further down is inside the window. What is there may grow meanwhile.
    func scroll(over part: String, _ title: String, to role: String, _ name: String) async throws {
        try await turnWheel(over: part, title, times: 1)
        let bottom = try await rectangle(ofWindow: activeWindow().filter(\.isNumber))[3]
        try await eventually {
            if try await restingPlace(role, name)[1] < bottom - 40 { return true }
            try await run("/usr/bin/xdotool", "click", "5")
            return false
        }
    }

    /// Moves the pointer to the middle of a control, and does something there.
    private func point(_ role: String, _ name: String, _ words: String...) async throws {
        try await offers(role, name)
        let place = try await placeOnScreen(role, name)
        try await run("/usr/bin/xdotool", ["mousemove", "\(place[0])", "\(place[1])"] + words)
    }

    /// Uses the mouse at a place of the screen.
    ///
    /// - Parameter words: for `xdotool`.
    func mouse(at place: [Int], _ words: String...) async throws { try await mouse(at: place, words) }

    func mouse(at place: [Int], _ words: [String]) async throws {
        try await run("/usr/bin/xdotool", ["mousemove", "\(place[0])", "\(place[1])", "sleep", "0.1"] + words)
    }

    // MARK: Drags

    /// Drags with the first button, from the middle of a control.
    ///
    /// - Parameter key: is held meanwhile.
    func drag(from role: String, _ name: String, by distance: [Int], with key: String) async throws {
        try await run("/usr/bin/xdotool", "keydown", key)
        try await drag(from: role, name, by: distance)
        try await run("/usr/bin/xdotool", "keyup", key)
    }

    /// Drags with the first button, from the middle of a control.
    func drag(from role: String, _ name: String, by distance: [Int]) async throws {
        let start = try await placeOnScreen(role, name)
        try await drag(from: start, to: [start[0] + distance[0], start[1] + distance[1]])
    }

    /// Starts the window of a different program, which offers files or takes them, in the lower left corner of the
    /// screen, where there is room for the icon of a drag.
    func startOther(_ arguments: String..., onLine: (@Sendable (String?) -> Void)? = nil) async throws {
        _ = try world.start(
            ["/usr/bin/python3", Self.script("dragging.py")] + arguments, environment: environment, onLine: onLine)
        try await run("/usr/bin/xdotool", "windowmove", "--sync", try await window("Other"), "0", "860")
    }

    /// Drags from the middle of one window to that of a different one.
    func drag(fromWindow source: String, toWindow target: String) async throws {
        try await drag(from: try await center(of: source), to: try await center(of: target))
    }

    /// Drags from the middle of a control in a window to the middle of a different window.
    ///
    /// - Parameter holding: runs before the button is released.
    func drag(
        from role: String, _ name: String, in source: String, toWindow target: String,
        holding: () async throws -> Void = {}
    ) async throws {
        let (place, corner) = (try await restingPlace(role, name), try await rectangle(of: source))
        try await drag(
            from: [corner[0] + place[0], corner[1] + place[1]], to: try await center(of: target), holding: holding)
    }

    /// - Parameter holding: runs before the button is released.
    private func drag(from start: [Int], to end: [Int], holding: () async throws -> Void = {}) async throws {
        var words = ["mousemove", "\(start[0])", "\(start[1])", "sleep", "0.2", "mousedown", "1", "sleep", "0.1"]
        for step in 1...20 {
            let place = (0...1).map { start[$0] + (end[$0] - start[$0]) * step / 20 }
            words += ["mousemove", "\(place[0])", "\(place[1])", "sleep", "0.03"]
        }
        try await run("/usr/bin/xdotool", words)
        // The program that is dragged from learns that the drop is accepted from the answer to a movement.
        for distance in [2, -2, 2, -2] {
            try await settle()
            try await run("/usr/bin/xdotool", "mousemove_relative", "--", "\(distance)", "0")
        }
        try await settle()
        try await holding()
        try await run("/usr/bin/xdotool", "mouseup", "1")
    }

    private func center(of title: String) async throws -> [Int] {
        let rectangle = try await rectangle(of: title)
        return [rectangle[0] + rectangle[2] / 2, rectangle[1] + rectangle[3] / 2]
    }
}
