import Glibc
import Synchronization

/// Runs polkit's authentication agent for terminals, from the first request for a password until the tool ends.
enum TerminalAuthentication {
    private static let program = "/usr/bin/pkttyagent"
    private static let agent = Mutex<pid_t?>(nil)

    /// Starts the agent. Returns false if there is no terminal or the agent cannot be started.
    @concurrent static func begin() async -> Bool {
        guard isatty(STDIN_FILENO) != 0, isatty(STDERR_FILENO) != 0 else { return false }
        return agent.withLock { agent in
            if agent == nil { agent = started() }
            return agent != nil
        }
    }

    static func end() {
        agent.withLock { agent in
            guard let pid = agent else { return }
            kill(pid, SIGTERM)
            waitpid(pid, nil, 0)
            agent = nil
        }
    }

    /// Starts the agent, and blocks until it is ready or has ended: in both cases, it closes its descriptor.
    private static func started() -> pid_t? {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { return nil }
        defer { close(ends[0]) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        let ready: Int32 = 3
        // `dup2` to the same number would leave FD_CLOEXEC set, which closes the descriptor in the child.
        let end = ends[1] == ready ? dup(ends[1]) : ends[1]
        unsafe posix_spawn_file_actions_adddup2(&actions, end, ready)
        // SIGTERM ends the agent, so the agent must not inherit a mask that blocks this signal.
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var (none, all) = (sigset_t(), sigset_t())
        unsafe sigemptyset(&none)
        unsafe sigfillset(&all)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setsigdefault(&attributes, &all)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        let words = [program, "--process", "\(getpid())", "--notify-fd", "\(ready)", "--fallback"]
        let arguments = unsafe words.map { unsafe strdup($0) }
        defer { unsafe arguments.forEach { unsafe free($0) } }
        var pid: pid_t = 0
        let code = unsafe posix_spawn(&pid, program, &actions, &attributes, arguments + [nil], environ)
        close(end)
        if end != ends[1] { close(ends[1]) }
        guard code == 0 else { return nil }
        var byte: UInt8 = 0
        while unsafe read(ends[0], &byte, 1) == -1, errno == EINTR {}
        return waitpid(pid, nil, WNOHANG) == 0 ? pid : nil
    }
}
