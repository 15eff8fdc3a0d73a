import FilmgateTestKit
import Foundation

/// A folder that stands for a camera: libgphoto2's directory driver shows its files.
struct CameraFolder {
    let world: World
    let folder: PhotoFolder
    var path: String { folder.path }

    init(in world: World) throws {
        self.world = world
        folder = try PhotoFolder("camera", in: world)
    }

    /// Writes a file in the folder of the camera's photos.
    func write(_ bytes: [UInt8], to name: String) throws { try folder.write(bytes, to: "DCIM/100TEST/\(name)") }

    func photo(_ name: String) throws { try write(TestPhoto.small(name).bytes, to: name) }

    func photos(_ count: Int) throws {
        for number in 1...count { try photo("IMG_\(1000 + number).JPG") }
    }

    /// The names of all files on it, sorted.
    var names: [String] {
        ((try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? [])
            .map { URL(filePath: $0).lastPathComponent }.filter { $0.contains(".") }.sorted()
    }

    static let words = [BuiltProgram.path("filmgatectl"), "import", "--camera"]
    var environment: [String: String] { ["HOME": "\(world.folder)/home"] }

    func start(_ arguments: [String]) throws -> Program {
        try world.start(
            Self.words + ["--camera-port", "disk:\(path)", "-q"] + arguments, environment: environment)
    }

    /// Imports from it.
    func importing(_ arguments: String...) async throws -> RunResult { try await start(arguments).result() }

    /// What imports left in the folder for files that are not in the library yet.
    var staged: [String] {
        let files = try? FileManager.default.subpathsOfDirectory(
            atPath: "\(world.folder)/home/.cache/filmgate/cameras")
        return (files ?? []).filter { $0 != "lock" }
    }
}

extension Program {
    /// The programs with this name that it started and that run.
    func children(named name: String) -> [Int32] {
        let processes = ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).compactMap { Int32($0) }
        return processes.filter { process in
            guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
                let end = text.lastIndex(of: ")")
            else { return false }
            let fields = text[end...].split(separator: " ")
            return text.contains("(\(name.prefix(15)))") && fields.count > 2 && fields[1] != "Z"
                && Int32(fields[2]) == pid
        }
    }
}
