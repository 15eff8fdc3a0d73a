internal import CFilmgateSystem
internal import Glibc

/// Whether this process has no rights but those of whoever started it: false in a set-user-ID or set-group-ID program, and in one with
/// capabilities of its file. The kernel says so at the start (AT_SECURE).
public let hasCallersRightsAlone = !fg_is_secure_execution()

/// The value of an environment variable; nil if it is not set, and always in a program with rights that its caller does not have, because
/// the caller chose the environment.
public func environmentVariable(_ name: String) -> String? {
    guard hasCallersRightsAlone else { return nil }
    return getenv(name).map { String(cString: $0) }
}
