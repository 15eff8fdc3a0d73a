import FilmgateTestKit
import Foundation
import Testing

/// The client library as the package filmgate-dev puts it on a computer, used by a program that knows nothing of this
/// source.
@Suite("The installed client library", .serialized)
struct ClientLibraryTests {
    /// The manifest of `examples/vignette-swift`, with a second program, and with the library where the test has it.
    private static func manifest() throws -> String {
        let example = try String(contentsOfFile: "\(source)/examples/vignette-swift/Package.swift", encoding: .utf8)
        try #require(example.contains(#""/usr/share/filmgate-dev/swift""#))
        return example.replacing(#""/usr/share/filmgate-dev/swift""#, with: #""../swift""#) + """

            package.targets.append(
                .executableTarget(name: "app", dependencies: [.product(name: "Filmgate", package: "swift")]))

            """
    }

    private static let program = """
        import Filmgate

        @main
        struct App {
            static func main() async throws {
                let library = try await PhotoLibrary.connect()
                print(try await library.authorizationStatus(for: .readWrite))
                do {
                    for try await asset in try await library.fetch(.assets.where(\\.isFavorite).newestFirst.limit(5)) {
                        print(asset.id)
                    }
                } catch {
                    if case .notDetermined = error { print("nobody has decided") } else { print(error.message) }
                }
            }
        }
        """

    @Test(
        "builds as a dependency of a package, and reaches the broker; the example in Swift edits a photo",
        .timeLimit(.minutes(30)))
    func built() async throws {
        let folder = try InstallationFolder()
        let installed = try await run("\(source)/scripts/install-client-library", "\(folder.path)/swift")
        #expect(installed.succeeded, "\(installed)")
        try FileManager.default.createDirectory(atPath: "\(folder.path)/app", withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            atPath: "\(source)/examples/vignette-swift/Sources", toPath: "\(folder.path)/app/Sources")
        try folder.write(Self.manifest(), to: "app/Package.swift")
        try folder.write(Self.program, to: "app/Sources/app/App.swift")
        let build = try await Program(
            "/usr/bin/env",
            [
                "swift", "build", "-c", "debug", "--package-path", "\(folder.path)/app", "-Xswiftc",
                "-warnings-as-errors",
            ],
            environment: ProcessInfo.processInfo.environment.filter { ["PATH", "HOME", "TMPDIR"].contains($0.key) }
        ).result()
        try #require(build.succeeded, "\(build)")
        try await withWorld { world in
            let result = try await Program(
                "\(folder.path)/app/.build/debug/app",
                environment: Program.plainEnvironment.merging(["FILMGATE_BUS_ADDRESS": world.bus.address]) { $1 }
            ).result()
            #expect(result.lines == ["notDetermined", "nobody has decided"], "\(result)")

            let program = "\(folder.path)/app/.build/debug/vignette"
            let photo = try await world.owner.add(TestPhoto.small())
            let client = URL(filePath: program).resolvingSymlinksInPath().path
            try await world.owner.grant("exe:\(client)", "full", rights: ["originals", "write", "manage"])
            func format() async throws -> String? {
                try await world.owner.properties(of: photo, "adjustment-format")["adjustment-format"]?.text
            }
            for (words, shown) in [
                (["0.5", photo], "org.filmgate.example.Vignette"), (["--remove-all"], nil),
            ] as [([String], String?)] {
                let edit = try await Program(
                    program, words,
                    environment: Program.plainEnvironment.merging(["FILMGATE_BUS_ADDRESS": world.bus.address]) { $1 }
                ).result()
                #expect(edit.code == 0, "\(edit)")
                #expect(try await format() == shown)
            }
            #expect(try await world.owner.verify().findings.isEmpty)
        }
    }
}
