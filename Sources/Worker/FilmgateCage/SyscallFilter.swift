import CFilmgateSeccomp
import FilmgateSystem
import Glibc

/// The system calls that a caged process may make.
///
/// The `deadly` calls, which no library needs, kill the process. Calls that are in no list fail with EPERM, so that a
/// library that only probes for them continues.
struct SyscallFilter: Sendable {
    var allowed: [String]
    /// Calls that are allowed if an argument, after masking, equals a value.
    var allowedWhere: [Condition] = []
    /// Calls that fail with ENOSYS, so that the C library uses an older call.
    var unknown: [String] = []
    var deadly: [String]
    /// Calls that kill the process if an argument, after masking, equals a value.
    var deadlyWhere: [Condition] = []
    /// Calls that kill the process unless an argument equals a value.
    var deadlyUnless: [Condition] = []

    struct Condition: Sendable {
        let call: String
        let argument: UInt32
        let mask: UInt64
        let value: UInt64

        init(_ call: String, _ argument: UInt32, _ mask: Int32, is value: Int32) {
            self.call = call
            self.argument = argument
            self.mask = UInt64(UInt32(bitPattern: mask))
            self.value = UInt64(UInt32(bitPattern: value))
        }
    }

    /// - Parameter allThreads: whether the filter applies to all existing threads. If it is false, the calling thread
    ///   must be the only one.
    func install(aroundAllThreads allThreads: Bool = false) throws(Cage.EntryFailure) {
        guard let filter = seccomp_init(fg_seccomp_fail(UInt16(EPERM))) else {
            throw Cage.EntryFailure(reason: "libseccomp does not know this machine")
        }
        defer { seccomp_release(filter) }
        // Calls with the numbers of a different architecture kill the process. The C library never makes such calls.
        try Self.check(seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, fg_seccomp_kill), "foreign calls")
        if allThreads { try Self.check(seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1), "all threads") }
        let actions = [
            (allowed, fg_seccomp_allow), (unknown, fg_seccomp_fail(UInt16(ENOSYS))), (deadly, fg_seccomp_kill),
        ]
        for (names, action) in actions {
            // libseccomp does not know some of these names, because the calls are newer than libseccomp, or do not
            // exist on this architecture. Such calls fail with EPERM. A test checks the spelling of the names.
            for name in names {
                guard let number = Self.number(of: name) else { continue }
                try Self.check(fg_seccomp_rule(filter, action, number), name)
            }
        }
        for (conditions, action) in [(allowedWhere, fg_seccomp_allow), (deadlyWhere, fg_seccomp_kill)] {
            for condition in conditions {
                guard let number = Self.number(of: condition.call) else { continue }
                let rule = fg_seccomp_rule_where(
                    filter, action, number, condition.argument, condition.mask, condition.value)
                try Self.check(rule, condition.call)
            }
        }
        for condition in deadlyUnless {
            guard let number = Self.number(of: condition.call) else { continue }
            let rule = fg_seccomp_rule_unless(filter, fg_seccomp_kill, number, condition.argument, condition.value)
            try Self.check(rule, condition.call)
        }
        try Self.check(seccomp_load(filter), "the kernel refuses the filter")
    }

    private static func number(of name: String) -> Int32? {
        let number = seccomp_syscall_resolve_name(name)
        return number >= 0 ? number : nil
    }

    private static func check(_ code: Int32, _ what: String) throws(Cage.EntryFailure) {
        guard code == 0 else { throw Cage.EntryFailure(reason: "\(what): \(Errno(rawValue: -code))") }
    }
}

extension SyscallFilter {
    /// The filter for workers. It allows reading open files, and using memory, the job socket and threads.
    static let worker = SyscallFilter(
        allowed: [
            "read", "readv", "pread64", "preadv", "lseek", "close", "sendmsg", "recvmsg",
            "munmap", "mremap", "madvise", "brk",
            "futex", "sched_yield", "set_robust_list", "rseq", "gettid", "getpid", "sched_getaffinity",
            "clock_gettime", "gettimeofday", "getrandom", "rt_sigreturn", "rt_sigprocmask", "exit", "exit_group",
        ],
        // libvips and the decoders of HEIF and AVIF start threads.
        allowedWhere: withoutExecution + onlyThreads,
        // The flags of `clone3` are in memory, where a filter cannot read them.
        unknown: ["clone3"],
        deadly: always + ["fork", "socket", "connect", "sendto", "prlimit64", "pidfd_open"],
        deadlyWhere: [Condition("clone", 0, fg_clone_thread, is: 0)],
        deadlyUnless: [Condition("prctl", 0, -1, is: fg_set_thread_name)])

    /// The filter for `filmgate-identify`. It allows calls for reading files, for threads, and for open connections.
    static let reader = SyscallFilter(
        allowed: usual + ["pidfd_open"],
        allowedWhere: withoutExecution + onlyThreads + [
            Condition("openat", 2, O_ACCMODE | O_CREAT | O_TRUNC, is: O_RDONLY),
            // This allows `setpriority` for the calling thread. If the call failed, Dispatch would try to write to the
            // system log, whose socket is refused.
            Condition("setpriority", 1, -1, is: 0),
        ],
        // The flags of `clone3` are in memory, where a filter cannot read them.
        unknown: ["clone3"], deadly: always + ["fork"])

    /// The calls for reading files, for open connections, for threads, and for waiting.
    static let usual = [
        "read", "readv", "pread64", "write", "writev", "lseek", "close", "fcntl", "dup",
        "sendmsg", "sendto", "recvmsg", "recvfrom", "getsockopt", "getsockname", "shutdown",
        "poll", "ppoll", "epoll_create1", "epoll_wait", "epoll_pwait", "epoll_ctl", "eventfd2", "timerfd_create",
        "timerfd_settime",
        "fstat", "newfstatat", "statx", "readlink", "readlinkat",
        "munmap", "mremap", "madvise", "brk",
        "futex", "sched_yield", "sched_getaffinity", "set_robust_list", "rseq", "gettid", "getpid", "getuid",
        "geteuid", "uname", "sysinfo", "clock_gettime", "clock_nanosleep", "nanosleep", "gettimeofday", "getrandom",
        "rt_sigreturn", "rt_sigprocmask", "rt_sigaction", "sigaltstack", "restart_syscall", "exit", "exit_group",
    ]

    /// Allows mapping and protecting memory, but not making it executable.
    static let withoutExecution = [Condition("mmap", 2, PROT_EXEC, is: 0), Condition("mprotect", 2, PROT_EXEC, is: 0)]

    /// Allows the process to start threads, and to name them.
    static let onlyThreads = [
        Condition("clone", 0, fg_clone_thread, is: fg_clone_thread), Condition("prctl", 0, -1, is: fg_set_thread_name),
    ]

    static let always = [
        "execve", "execveat", "vfork",
        "socketpair", "bind", "listen", "accept", "accept4", "sendmmsg",
        "kill", "tkill", "tgkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo", "pidfd_getfd",
        "pidfd_send_signal", "ptrace", "process_vm_readv", "process_vm_writev", "process_madvise", "kcmp",
        "seccomp", "setrlimit", "unshare", "setns", "mount", "umount2", "pivot_root", "chroot",
        "fsopen", "fsmount", "move_mount", "open_tree", "mount_setattr",
        "setuid", "setgid", "setreuid", "setregid", "setresuid", "setresgid", "setfsuid", "setfsgid", "setgroups",
        "capset", "personality", "keyctl", "add_key", "request_key", "bpf", "perf_event_open", "userfaultfd",
        "io_uring_setup", "io_uring_enter", "io_uring_register", "io_setup", "io_submit",
        "init_module", "finit_module", "delete_module", "kexec_load", "kexec_file_load", "reboot", "swapon",
        "open_by_handle_at", "name_to_handle_at", "mknod", "mknodat", "memfd_secret", "modify_ldt",
        "remap_file_pages", "pkey_mprotect",
    ]
}
