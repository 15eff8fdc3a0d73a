import Foundation
import Glibc

/// Processes that programs of a test started and did not end: a bus that a launcher started for itself, or a program in
/// the background.
public enum Leftovers {
    /// The processes whose environment names a folder of a test.
    public static func processes(in folder: String) -> [Int32] {
        let name = Data(folder.utf8)
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return entries.compactMap { entry in
            // A process that has ended has no environment.
            guard let process = Int32(entry),
                let environment = try? Data(contentsOf: URL(filePath: "/proc/\(entry)/environ"))
            else { return nil }
            return environment.range(of: name) == nil ? nil : process
        }
    }

    /// Kills them, and those that they start meanwhile, until there are none.
    static func end(in folder: String) async {
        while true {
            let found = processes(in: folder)
            if found.isEmpty { return }
            for process in found { kill(process, SIGKILL) }
            try? await Task.sleep(for: .milliseconds(5))
        }
    }
}
