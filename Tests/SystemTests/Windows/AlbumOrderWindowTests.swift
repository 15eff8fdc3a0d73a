import FilmgateTestKit
import Testing

/// The order of albums and folders, which the person changes in the window.
@Suite("The order of albums and folders in the window")
struct AlbumOrderWindowTests {
    private static let titles: Set<Substring> = ["Journeys", "Work", "Athens", "Berlin", "Cork"]

    private static func makeCollections(in world: World) async throws {
        try await world.addPhotos(1)
        try await world.owner.perform(
            ("create-folder", ["title": "Journeys"]), ("create-folder", ["title": "Work"]),
            ("create-album", ["title": "Athens"]), ("create-album", ["title": "Berlin"]),
            ("create-album", ["title": "Cork"]))
    }

    /// The titles of the controls with a role, from above.
    private static func order(of role: String, on display: Display) async throws -> [Substring] {
        try await display.tree().split(separator: "\n").compactMap { line in
            let parts = line.split(separator: "'")
            guard parts.count > 1, parts[0].drop(while: { $0 == " " }) == "\(role) " else { return nil }
            let title = parts[1].split(separator: " · ")[0]
            return titles.contains(title) ? title : nil
        }
    }

    /// The titles at the top level, without the folders that every library has.
    private static func stored(_ kind: String, in world: World) async throws -> [String] {
        try await world.owner.collections(kind, ["folder": ""]).compactMap { $0["title"]?.text }.filter {
            titles.contains($0[...])
        }
    }

    @Test(
        "the sidebar shows it; keys move the album or the folder that has the focus, and undo moves it back")
    func keys() async throws {
        try await withWorld { world in
            try await Self.makeCollections(in: world)
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.focuses("table cell", "Photo, ")
            try await display.type("F6")
            try await display.focuses("list item", "Photos")
            #expect(
                try await Self.order(of: "list item", on: display) == ["Journeys", "Work", "Athens", "Berlin", "Cork"])
            try await display.type("Down", "Down", "Down", "Down", "Down", "Down")
            try await display.focuses("list item", "Cork")
            try await display.type("ctrl+shift+Up")
            try await eventually {
                try await Self.order(of: "list item", on: display) == ["Journeys", "Work", "Athens", "Cork", "Berlin"]
            }
            try await display.focuses("list item", "Cork")
            try await display.type("ctrl+shift+Up")
            try await eventually { try await Self.stored("album", in: world) == ["Cork", "Athens", "Berlin"] }
            try await display.focuses("list item", "Cork")
            // It is the first one already.
            try await display.type("ctrl+shift+Up", "ctrl+z")
            try await eventually { try await Self.stored("album", in: world) == ["Athens", "Cork", "Berlin"] }
            // The page of albums has the same order, and keys of its own.
            try await display.click("list item", "Albums")
            try await display.shows("table cell", "Cork")
            #expect(
                try await Self.order(of: "table cell", on: display) == ["Journeys", "Work", "Athens", "Cork", "Berlin"])
            try await display.focuses("table cell", "Journeys")
            try await display.type("ctrl+shift+Right")
            try await eventually { try await Self.stored("folder", in: world) == ["Work", "Journeys"] }
            try await display.focuses("table cell", "Journeys")
            #expect(
                try await Self.order(of: "table cell", on: display) == ["Work", "Journeys", "Athens", "Cork", "Berlin"])
        }
    }

    @Test(
        "a drag in the sidebar moves an album to the place of another, and a folder beside a folder or into it")
    func drags() async throws {
        try await withWorld { world in
            try await Self.makeCollections(in: world)
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.focuses("table cell", "Photo, ")
            func distance(from source: String, to target: String) async throws -> Int {
                try await display.restingPlace("list item", target)[1]
                    - (try await display.restingPlace("list item", source)[1])
            }
            try await display.drag(
                from: "list item", "Cork", by: [0, try await distance(from: "Cork", to: "Athens")])
            try await eventually { try await Self.stored("album", in: world) == ["Cork", "Athens", "Berlin"] }
            try await eventually {
                try await Self.order(of: "list item", on: display) == ["Journeys", "Work", "Cork", "Athens", "Berlin"]
            }
            // Near the upper edge of the other folder.
            let height = try await display.size("list item", "Journeys")[1]
            let exact = try await distance(from: "Work", to: "Journeys") - height * 35 / 100
            try await display.drag(from: "list item", "Work", by: [0, exact])
            try await eventually { try await Self.stored("folder", in: world) == ["Work", "Journeys"] }
            try await eventually {
                try await Self.order(of: "list item", on: display) == ["Work", "Journeys", "Cork", "Athens", "Berlin"]
            }
            try await display.drag(
                from: "list item", "Work", by: [0, try await distance(from: "Work", to: "Journeys")])
            try await eventually { try await Self.stored("folder", in: world) == ["Journeys"] }
        }
    }
}
