import FilmgateTestKit
import Testing

/// `filmgate-window --asset`, with which the desktop's search shows what it found.
@Suite("A photo that the window's command line names")
struct NamedPhotoTests {
    @Test("is shown in large among all photos, also beside an open window, and Escape goes back to it in the grid")
    func amongOthers() async throws {
        try await withWorld { world in
            var ids: [String] = []
            for day in 1...3 {
                let noon: [String: BusArgument] = ["creation-date": .int64(Self.noon(onDay: day))]
                ids.append(try await world.owner.add(TestPhoto.small(), properties: noon))
            }
            let display = try await Display(in: world)
            try await display.startLibrary()
            try await display.focuses("table cell", "Photo, 3 January 2020")
            try await display.startLibrary("--asset", ids[1])
            try await display.focuses("image", "Photo, 2 January 2020")
            try await display.type("Right")
            try await display.focuses("image", "Photo, 1 January 2020")
            try await display.type("Escape")
            try await display.focuses("table cell", "Photo, 1 January 2020")
        }
    }

    @Test("is shown alone if no list has it, such as a photo of a burst, and follows its deletion")
    func alone() async throws {
        try await withWorld { world in
            var burst: Set<String> = []
            for mark in ["a", "b"] { burst.insert(try await world.owner.add(TestPhoto.ofBurst("burst0000001", mark))) }
            try await world.addPhotos(2)
            let other = try #require(burst.subtracting(try await world.owner.assets()).first)
            let display = try await Display(in: world)
            try await display.startLibrary("--asset", other)
            try await display.focuses("image", "Photo")
            try await display.type("Right", "Left")
            try await world.owner.perform(("delete-assets", ["ids": .texts([other])]))
            try await display.focuses("table cell", "Photo")
            try await display.shows("label", "3 photos")
        }
    }

    @Test("that is hidden, in the trash or gone is not shown: the window shows the photos, and says why")
    func gone() async throws {
        try await withWorld { world in
            let ids = try await world.addPhotos(4)
            try await world.owner.set(["hidden": true], of: ids[0])
            try await world.owner.perform(("delete-assets", ["ids": .texts([ids[1]])]))
            let display = try await Display(in: world)
            for id in [ids[0], ids[1], Self.noAsset] {
                // The sentence stays for some seconds only, so nothing else is waited for before.
                let window = try world.start(
                    [BuiltProgram.path("filmgate-window"), "--asset", id], environment: display.environment)
                try await display.shows("label", "This photo is hidden, in the trash, or was deleted.")
                try await display.focuses("table cell", "Photo, ")
                try await display.shows("label", "2 photos")
                _ = await window.stop()
                try await display.showsNo("frame", "Filmgate")
            }
        }
    }

    @Test("needs an identifier, and goes with no app's page", arguments: [["a"], [noAsset, "--app", "org.a.B"]])
    func impossible(_ words: [String]) throws {
        let result = try ChildProcess.run([BuiltProgram.path("filmgate-window"), "--asset"] + words)
        #expect(result.code == 64)
    }

    private static let noAsset = "00000000-0000-4000-8000-000000000000"

    private static func noon(onDay day: Int) -> Int64 { 1_577_880_000_000_000 + Int64(day - 1) * 86_400_000_000 }
}
