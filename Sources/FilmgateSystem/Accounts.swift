internal import Glibc

/// The login name of a user; nil where this computer knows none of that number. May ask over the network.
///
/// - Throws: `Errno` where it could not be found out.
public func loginName(of user: UInt32) throws(Errno) -> String? {
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var buffer = [CChar](repeating: 0, count: 65_536)
    let code = Errno(rawValue: getpwuid_r(user, &entry, &buffer, buffer.count, &found))
    guard let found else {
        // Different sources say "none" differently.
        guard code.rawValue == 0 || code == .noEntry || code == .noProcess else { throw code }
        return nil
    }
    return String(cString: found.pointee.pw_name)
}
