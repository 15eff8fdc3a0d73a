import FilmgateTestKit
import Foundation
import Testing

/// The library's window while the library cannot be reached.
@Suite("The window of a library that cannot be reached")
struct UnavailableLibraryTests {
    private static let sentence = "The photo library cannot be reached."

    @Test(
        "without the broker, a banner says so, the photos stay, nothing can be changed, and all comes back by itself")
    func broker() async throws {
        try await withWorld { world in
            let photos = try await world.addPhotos(2)
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.focuses("table cell", "Photo, ")
            try await display.type("ctrl+space")
            try await display.offers("push button", "Move to Trash")
            try await display.showsNo("alert", Self.sentence)
            try await world.killBroker()
            try await display.shows("alert", Self.sentence)
            try await display.withholds("push button", "Add to Album")
            try await display.showsNo("push button", "Move to Trash")
            #expect(try await display.tree().contains("table cell 'Photo, "))
            // Keys change nothing either.
            try await display.type("f", "Delete")
            try await world.startBroker()
            try await display.showsNo("alert", Self.sentence)
            try await display.offers("push button", "Move to Trash")
            #expect(try await world.owner.assets(["where": "favorite = true"]).isEmpty)
            #expect(try await Set(world.owner.assets()) == Set(photos))
            try await display.type("f")
            try await eventually { try await world.owner.assets(["where": "favorite = true"]).count == 1 }
        }
    }

    @Test(
        "the banner stays while the broker cannot open the library, and photos are read when it can")
    func library() async throws {
        try await withWorld { world in
            try await world.addPhotos(3)
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.shows("label", "3 photos")
            try await world.broker.program.stop()
            let files = FileManager.default
            let folder = try #require(try files.contentsOfDirectory(atPath: world.state).first { UInt32($0) != nil })
            let database = "\(world.state)/\(folder)/library.sqlite3"
            try files.moveItem(atPath: database, toPath: "\(database).away")
            try Data("not a database".utf8).write(to: URL(filePath: database))
            try await world.startBroker()
            try await display.shows("alert", Self.sentence)
            try await display.click("list item", "Favorites")
            try await display.shows("label", "The Photos Cannot Be Read")
            try await display.click("list item", "Photos")
            try files.removeItem(atPath: database)
            try files.moveItem(atPath: "\(database).away", toPath: database)
            try await display.showsNo("alert", Self.sentence)
            try await display.shows("label", "3 photos")
        }
    }
}
