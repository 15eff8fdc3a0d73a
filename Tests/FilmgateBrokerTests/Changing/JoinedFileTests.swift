import FilmgateTestKit
import FilmgateTestWorlds
import Testing

@Suite("Files that join an asset", .inProcess)
struct JoinedFileTests {
    @Test("are for the owner's tools: an app gets one and the same refusal, whatever exists, and its photos stay apart")
    func apps() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let hidden = try await owner.add(.memory(TestPhoto.small("one").bytes), filename: "IMG_0001.JPG")
            try await owner.grant(
                "flatpak:org.example.App", "limited",
                rights: ["location", "originals", "captions", "metadata", "write"])
            let app = try await world.client(flatpak: "org.example.App")
            let (name, keys) = TestClient.creation(
                of: .memory(try TestPhoto.small("two").bytes), filename: "IMG_E0001.JPG")
            var answers: [BusError] = []
            for id in [hidden, "00000000-0000-4000-8000-000000000000"] {
                answers.append(
                    try await refusal { try await app.perform((name, keys.merging(["joins": .text(id)]) { $1 })) })
            }
            for key in ["joins-related", "allow-damaged", "fallback-guessed", "fallback-lacks-zone"] {
                answers.append(
                    try await refusal { try await app.perform((name, keys.merging([key: true]) { $1 })) })
            }
            let began: [String: BusArgument] = ["import-began": .int64(1)]
            answers.append(try await refusal { try await app.perform((name, keys.merging(began) { $1 })) })
            #expect(Set(answers.map(\.message)).count == 1, "\(answers)")
            #expect(answers.allSatisfy { $0.name == "org.filmgate.Error.InvalidArgument" }, "\(answers)")
            #expect(try await owner.resources(of: hidden).count == 1)
            let own = try await app.perform((name, keys))[0]
            #expect(own != "" && own != hidden)
        }
    }

    @Test("are found by name and time among what the owner sees, and an asset in the trash gets none")
    func trash() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let (name, keys) = TestClient.creation(
                of: .memory(try TestPhoto.small("edit").bytes), filename: "IMG_E0001.JPG")
            let old = try await owner.add(.memory(TestPhoto.small("one").bytes), filename: "IMG_0001.JPG")
            try await owner.delete(old)
            let apart = try await owner.perform((name, keys.merging(["joins-related": true]) { $1 }))[0]
            #expect(apart != "" && apart != old)
            let new = try await owner.add(.memory(TestPhoto.small("two").bytes), filename: "IMG_0001.JPG")
            let (_, other) = TestClient.creation(
                of: .memory(try TestPhoto.small("edit 2").bytes), filename: "img_e0001.jpg")
            #expect(try await owner.perform((name, other.merging(["joins-related": true]) { $1 }))[0] == new)
            #expect(try await owner.resources(of: new).count == 2)
            // The same again adds nothing.
            #expect(try await owner.perform((name, other.merging(["joins-related": true]) { $1 }))[0] == "")
        }
    }

    @Test("a file that cannot be its edit, its RAW or its video is refused if it names the asset")
    func refused() async throws {
        try await withWorld { world in
            let owner = try await world.owner
            let one = try await owner.add(.memory(TestPhoto.small("one").bytes), filename: "a.jpg")
            let (name, keys) = TestClient.creation(of: .memory(try TestPhoto.small("two").bytes), filename: "b.jpg")
            let answer = try await refusal {
                try await owner.perform((name, keys.merging(["joins": .text(one)]) { $1 }))
            }
            #expect(answer.name == "org.filmgate.Error.NotFound" || answer.name == "org.filmgate.Error.InvalidArgument")
            #expect(try await owner.assets() == [one])
        }
    }
}
