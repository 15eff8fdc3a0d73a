import FilmgateText
import Glibc

struct ProgramChecker {
    let files: SystemFiles
    let folder: String
    /// The users and groups; nil for a private bus, with which the programs can belong to any user.
    let accounts: Accounts?

    func check() -> [DiagnosticCheck] {
        var found = [
            DiagnosticCheck(TranslatableText("programs"), checkPrograms()),
            DiagnosticCheck(TranslatableText("cameras"), checkCamera()),
        ]
        if let accounts {
            found.append(DiagnosticCheck(TranslatableText("identification"), checkHelper()))
            if let result = checkAgent(accounts) {
                found.append(DiagnosticCheck(TranslatableText("agent's group"), result))
            }
        }
        if files.root.isEmpty, let result = checkSandbox() {
            found.append(DiagnosticCheck(TranslatableText("sandbox"), result))
        }
        return found
    }

    private func checkPrograms() -> CheckResult {
        for name in ["filmgated", "filmgate-render", "filmgate-agent"] {
            // The check reports that the program is missing.
            guard let facts = try? files.facts("\(folder)/\(name)") else {
                return .fault(
                    TranslatableText("{folder}/{name} is missing.", ["folder": folder, "name": name]),
                    fix: name == "filmgate-agent"
                        ? TranslatableText("Install the package filmgate-agent.") : InstalledFileChecker.reinstall)
            }
            if accounts != nil, facts.owner != 0 || facts.isWritableByOthers {
                return .fault(
                    TranslatableText(
                        "Users other than root can change {folder}/{name} (owner {owner}, {mode}).",
                        ["folder": folder, "name": name, "owner": "\(facts.owner)", "mode": facts.octal]),
                    fix: TranslatableText(
                        "Run 'chown root {folder}/{name} && chmod go-w {folder}/{name}' as root.",
                        ["folder": folder, "name": name]))
            }
        }
        return .fine(TranslatableText("The broker, its worker and the agent are in {folder}.", ["folder": folder]))
    }

    private func checkCamera() -> CheckResult {
        guard files.exists("\(folder)/filmgate-camera") else {
            return .fault(
                TranslatableText(
                    "{folder}/filmgate-camera is missing. The tool cannot import from cameras and phones.",
                    ["folder": folder]),
                fix: TranslatableText("Install the package filmgatectl again."))
        }
        return .fine(TranslatableText("The program that speaks with cameras and phones is installed."))
    }

    private func checkHelper() -> CheckResult {
        guard files.exists("\(folder)/filmgate-identify") else {
            return .fault(
                TranslatableText(
                    "{folder}/filmgate-identify is missing. The broker cannot identify sandboxed apps of other users and gives them no access.",
                    ["folder": folder]),
                fix: InstalledFileChecker.reinstall)
        }
        return .fine(TranslatableText("The helper that identifies sandboxed apps is installed."))
    }

    /// Returns nil if the program or its group is missing, which earlier checks report.
    private func checkAgent(_ accounts: Accounts) -> CheckResult? {
        let path = "\(folder)/filmgate-agent"
        // The previous check reports that the program is missing.
        guard let facts = try? files.facts(path), let group = accounts.group("filmgate-agent") else { return nil }
        guard facts.group == group, facts.mode & 0o2010 == 0o2010 else {
            return .fault(
                TranslatableText(
                    "{path} does not have the group filmgate-agent. The bus does not let it call the broker.",
                    ["path": path]),
                fix: TranslatableText(
                    "Run 'chown root:filmgate-agent {path} && chmod 2755 {path}' as root.", ["path": path]))
        }
        guard !files.ignoresGroups(at: path) else {
            return .fault(
                TranslatableText(
                    "{path} is on a file system that is mounted with nosuid. It starts without its group.",
                    ["path": path]),
                fix: TranslatableText(
                    "Mount the file system without nosuid, or use the unit filmgate-agent@UID.service."))
        }
        return .fine(TranslatableText("The agent has the group that the bus requires."))
    }

    /// Starts the worker without a job. Its exit code says whether it entered its sandbox. Nil if there is no worker.
    private func checkSandbox() -> CheckResult? {
        let path = "\(folder)/filmgate-render"
        guard files.exists(path) else { return nil }
        guard let code = Self.exitCode(of: path) else {
            return .unknown(
                TranslatableText(
                    "{path} could not be started: {reason}.", ["path": path, "reason": Text.ofErrno(errno)]))
        }
        return switch code {
        case Self.noSandbox:
            .fault(
                TranslatableText("The worker cannot enter its sandbox, so it reads no photos."),
                fix: TranslatableText(
                    "The kernel must have seccomp filters (CONFIG_SECCOMP_FILTER), and a container must allow them."))
        case Self.noJob: .fine(TranslatableText("Workers can enter their sandbox."))
        default:
            .fault(
                TranslatableText(
                    "The worker ended with the code {code} before it had entered its sandbox.", ["code": "\(code)"]),
                fix: InstalledFileChecker.reinstall)
        }
    }

    /// The exit code of a worker that has entered its sandbox, and has no job.
    private static let noJob: Int32 = 64
    /// The exit code of a worker that cannot enter its sandbox.
    private static let noSandbox: Int32 = 77

    /// Returns a program's exit code, or 128 plus the signal that ended it; nil if the program cannot be started.
    private static func exitCode(of program: String) -> Int32? {
        var pid: pid_t = 0
        var words = unsafe [strdup(program), nil]
        defer { unsafe free(words[0]) }
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        // A worker reads its jobs from the last of these descriptors.
        for descriptor in STDIN_FILENO...3 {
            unsafe posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        var environment: [UnsafeMutablePointer<CChar>?] = unsafe [nil]
        let failure = unsafe posix_spawn(&pid, program, &actions, nil, &words, &environment)
        guard failure == 0 else {
            errno = failure
            return nil
        }
        var status: Int32 = 0
        while unsafe waitpid(pid, &status, 0) < 0, errno == EINTR {}
        return status & 0x7f == 0 ? status >> 8 & 0xff : 128 + (status & 0x7f)
    }
}
