import FilmgateModel
import FilmgatePolicy
import FilmgateStore
import FilmgateSystem
import Glibc

/// Measures the store alone, without a bus.
///
///     benchmark-store import THREADS FOLDER SOURCE   takes in the files of SOURCE, and prints the seconds
///     benchmark-store library FOLDER ASSETS TOWNS    makes a library of so many assets, without files
///     benchmark-store log FOLDER ENTRIES             makes a library with an audit log of so many entries
///     benchmark-store verify-log FOLDER              prints the entries a second that verifying it goes over
///     benchmark-store audit FOLDER                   prints the microseconds of calls with the log and without
///     benchmark-store history FOLDER                 prints the microseconds of changes with what each client saw and
///     without benchmark-store searches FOLDER                prints the microseconds of searches and counts
///     benchmark-store pages FOLDER…                  prints the microseconds of pages, library by library
@main
struct StoreBenchmark {
    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch arguments.first {
        case "import" where arguments.count == 4:
            let intake = Intake(source: try Directory(path: arguments[3]), threads: Int(arguments[1]) ?? 2)
            print(try await intake.seconds(in: folder(arguments[2])))
        case "library" where arguments.count == 4:
            try await LargeLibrary.make(
                in: folder(arguments[1]), assets: Int(arguments[2]) ?? 0, towns: arguments[3])
        case "log" where arguments.count == 3:
            try await AuditCost.make(in: folder(arguments[1]), entries: Int(arguments[2]) ?? 0)
        case "verify-log" where arguments.count == 2:
            print(try await AuditCost.verification(of: folder(arguments[1])))
        case "audit" where arguments.count == 2:
            for line in try await AuditCost.calls(in: folder(arguments[1])) { print(line) }
        case "history" where arguments.count == 2:
            for line in try await HistoryCost.measure(in: folder(arguments[1])) { print(line) }
        case "pages" where arguments.count > 1:
            for line in try await Pages.measure(arguments[1...].map { try folder($0) }) { print(line) }
        case "searches" where arguments.count == 2:
            for line in try await Searches.measure(folder(arguments[1])) { print(line) }
        default:
            print("usage: benchmark-store import|library|log|verify-log|audit|history|searches|pages ARGUMENT…")
            exit(64)
        }
    }

    private static func folder(_ path: String) throws -> Directory {
        mkdir(path, 0o700)
        return try Directory(path: path)
    }

    static func seconds(_ body: () async throws -> Void) async rethrows -> Double {
        try await ContinuousClock().measure(body) / .seconds(1)
    }
}

/// Who the benchmarks are: the owner's tool, which sees everything, and an app with a selection.
enum BenchmarkClients {
    static let tool = client(.exe, "/usr/bin/filmgatectl", isOwnersTool: true)
    static let app = client(.flatpak, "org.example.App", isOwnersTool: false)

    static let everything = visibility(of: tool, under: .undetermined)
    static let selection = visibility(
        of: app, under: Grant(addOnly: .authorized, readWrite: .limited, rights: .all, grantor: .admin))

    private static func client(_ kind: ClientKind, _ name: String, isOwnersTool: Bool) -> Client {
        guard let id = ClientID(kind, name) else { preconditionFailure("a name that is none") }
        return Client(id: id, user: 1000, isOwnersTool: isOwnersTool, connection: ":1.1")
    }

    private static func visibility(of client: Client, under grant: Grant) -> Visibility {
        guard case .allow(let visibility) = decide(on: .readAssets, by: client, given: grant) else {
            preconditionFailure("policy does not let the benchmark read")
        }
        return visibility
    }
}
