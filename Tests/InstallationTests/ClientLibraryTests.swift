import FilmgateTestKit
import Foundation
import Testing

/// The client library as the package filmgate-dev puts it on a computer, used by a program that knows nothing of this source.
@Suite("The installed client library")
struct ClientLibraryTests {
    private static let manifest = """
        // swift-tools-version: 6.2
        import PackageDescription

        let package = Package(
            name: "app",
            dependencies: [.package(path: "../swift")],
            targets: [
                .executableTarget(name: "app", dependencies: [.product(name: "Filmgate", package: "swift")])
            ]
        )
        """

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

    @Test("builds as a dependency of a package, and reaches the broker", .timeLimit(.minutes(30)))
    func built() async throws {
        let folder = try TemporaryFolder()
        let installed = try await run("\(source)/scripts/install-client-library", "\(folder.path)/swift")
        #expect(installed.succeeded, "\(installed)")
        try folder.write(Self.manifest, to: "app/Package.swift")
        try folder.write(Self.program, to: "app/Sources/app/App.swift")
        let build = try await Program(
            "/usr/bin/env",
            ["swift", "build", "--package-path", "\(folder.path)/app", "-Xswiftc", "-warnings-as-errors"],
            environment: ProcessInfo.processInfo.environment.filter { ["PATH", "HOME", "TMPDIR"].contains($0.key) }
        ).result()
        try #require(build.succeeded, "\(build)")
        try await withWorld { world in
            let result = try await Program(
                "\(folder.path)/app/.build/debug/app",
                environment: Program.plainEnvironment.merging(["FILMGATE_BUS_ADDRESS": world.bus.address]) { $1 }
            ).result()
            #expect(result.lines == ["notDetermined", "nobody has decided"], "\(result)")
        }
    }
}
