import Glibc

/// Returns the number of a group; nil if this computer has no group with that name.
///
/// - Throws: `Errno` if the lookup failed.
public func groupNumber(of name: String) throws(Errno) -> UInt32? {
    var entry = group()
    var found: UnsafeMutablePointer<group>?
    var buffer = [CChar](repeating: 0, count: 65_536)
    let code = Errno(rawValue: getgrnam_r(name, &entry, &buffer, buffer.count, &found))
    guard let found else {
        guard code.isAbsence else { throw code }
        return nil
    }
    return found.pointee.gr_gid
}

/// Returns the login name of a user; nil if this computer has no user with that number. The lookup may query the
/// network.
///
/// - Throws: `Errno` if the lookup failed.
public func loginName(of user: UInt32) throws(Errno) -> String? {
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var buffer = [CChar](repeating: 0, count: 65_536)
    let code = Errno(rawValue: getpwuid_r(user, &entry, &buffer, buffer.count, &found))
    guard let found else {
        guard code.isAbsence else { throw code }
        return nil
    }
    return String(cString: found.pointee.pw_name)
}

extension Errno {
    /// Whether the error means that the account does not exist. The sources of accounts use different codes for this.
    fileprivate var isAbsence: Bool { rawValue == 0 || self == .noEntry || self == .noProcess }
}
