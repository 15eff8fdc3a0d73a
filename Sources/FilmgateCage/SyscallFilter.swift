internal import CFilmgateSeccomp
internal import FilmgateSystem
internal import Glibc

/// The kernel's list of calls that a caged process may make.
///
/// What is not on it fails with EPERM, so that a library that merely looks around goes on; what no library has a reason
/// to try kills the process on the spot.
enum SyscallFilter {
    static func install() throws(Cage.Open) {
        guard let filter = seccomp_init(fg_seccomp_fail(UInt16(EPERM))) else {
            throw Cage.Open(reason: "libseccomp does not know this machine")
        }
        defer { seccomp_release(filter) }
        // Calls of another architecture's numbering are never the C library's.
        try check(seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, fg_seccomp_kill), "foreign calls")
        for name in allowed { try check(fg_seccomp_rule(filter, fg_seccomp_allow, try number(of: name)), name) }
        for name in deadly {
            // Some are newer than libseccomp or absent from this machine: EPERM, then.
            let number = seccomp_syscall_resolve_name(name)
            if number >= 0 { try check(fg_seccomp_rule(filter, fg_seccomp_kill, number), name) }
        }
        for (name, argument) in withoutExecution {
            let rule = fg_seccomp_rule_where(
                filter, fg_seccomp_allow, try number(of: name), argument, UInt64(PROT_EXEC), 0)
            try check(rule, name)
        }
        try check(seccomp_load(filter), "the kernel refuses the filter")
    }

    /// Reading what one has, memory, the job socket, and the end.
    private static let allowed = [
        "read", "readv", "pread64", "preadv", "lseek", "close", "sendmsg", "recvmsg",
        "munmap", "mremap", "madvise", "brk",
        "futex", "sched_yield", "clock_gettime", "gettimeofday", "getrandom",
        "rt_sigreturn", "rt_sigprocmask", "exit", "exit_group",
    ]

    /// Memory is had without the right to execute it; by the index of the argument that says so.
    private static let withoutExecution: [(String, UInt32)] = [("mmap", 2), ("mprotect", 2)]

    private static let deadly = [
        "execve", "execveat", "fork", "vfork", "clone", "clone3",
        "socket", "socketpair", "connect", "bind", "listen", "accept", "accept4", "sendto", "sendmmsg",
        "kill", "tkill", "tgkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo", "pidfd_open", "pidfd_getfd",
        "pidfd_send_signal", "ptrace", "process_vm_readv", "process_vm_writev", "process_madvise", "kcmp",
        "prctl", "seccomp", "prlimit64", "setrlimit", "unshare", "setns", "mount", "umount2", "pivot_root", "chroot",
        "fsopen", "fsmount", "move_mount", "open_tree", "mount_setattr",
        "setuid", "setgid", "setreuid", "setregid", "setresuid", "setresgid", "setfsuid", "setfsgid", "setgroups",
        "capset", "personality", "keyctl", "add_key", "request_key", "bpf", "perf_event_open", "userfaultfd",
        "io_uring_setup", "io_uring_enter", "io_uring_register", "io_setup", "io_submit",
        "init_module", "finit_module", "delete_module", "kexec_load", "kexec_file_load", "reboot", "swapon",
        "open_by_handle_at", "name_to_handle_at", "mknod", "mknodat", "memfd_secret", "modify_ldt",
        "remap_file_pages", "pkey_mprotect",
    ]

    private static func number(of name: String) throws(Cage.Open) -> Int32 {
        let number = seccomp_syscall_resolve_name(name)
        guard number >= 0 else { throw Cage.Open(reason: "libseccomp does not know \(name)") }
        return number
    }

    private static func check(_ code: Int32, _ what: String) throws(Cage.Open) {
        guard code == 0 else { throw Cage.Open(reason: "\(what): \(Errno(rawValue: -code))") }
    }
}
