import CFilmgateSystem
import Glibc

/// Whether this process has only the rights of its caller: false in a set-user-ID or set-group-ID program, and in a
/// program whose file has capabilities. The kernel reports this at the program's start (AT_SECURE).
public let hasCallersRightsAlone = !fg_is_secure_execution()

/// Returns the value of an environment variable; nil if it is not set. Always returns nil in a program with more rights
/// than its caller, because the caller chose the environment.
public func environmentVariable(_ name: String) -> String? {
    guard hasCallersRightsAlone else { return nil }
    return getenv(name).map { String(cString: $0) }
}
