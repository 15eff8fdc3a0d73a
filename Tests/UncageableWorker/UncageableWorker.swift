import CFilmgateSeccomp
import Glibc

/// Becomes the real worker on a machine that refuses it its filter: the filter under which it starts sees to that.
@main
struct UncageableWorker {
    /// PR_SET_SECCOMP, which Swift does not see.
    private static let setSeccomp: UInt64 = 22

    static func main() {
        guard let filter = seccomp_init(fg_seccomp_allow) else { exit(250) }
        // By this name, and by the older one.
        let seccomp = seccomp_syscall_resolve_name("seccomp")
        let prctl = seccomp_syscall_resolve_name("prctl")
        guard fg_seccomp_rule(filter, fg_seccomp_fail(UInt16(EPERM)), seccomp) == 0,
            fg_seccomp_rule_where(filter, fg_seccomp_fail(UInt16(EPERM)), prctl, 0, .max, setSeccomp) == 0,
            seccomp_load(filter) == 0
        else { exit(251) }
        let folder = CommandLine.arguments[0].split(separator: "/", omittingEmptySubsequences: false).dropLast()
        execv((folder + ["filmgate-render"]).joined(separator: "/"), [strdup("filmgate-render"), nil])
        exit(253)
    }
}
