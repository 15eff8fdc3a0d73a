import Glibc

/// The error code of a system call.
public struct Errno: Error, RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: Int32

    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// The calling thread's last error; read this before any other call.
    public static var current: Errno { Errno(rawValue: errno) }

    public static let noEntry = Errno(rawValue: ENOENT)
    public static let noProcess = Errno(rawValue: ESRCH)
    public static let exists = Errno(rawValue: EEXIST)
    public static let notPermitted = Errno(rawValue: EPERM)
    public static let accessDenied = Errno(rawValue: EACCES)
    public static let wouldBlock = Errno(rawValue: EAGAIN)
    public static let invalidArgument = Errno(rawValue: EINVAL)
    /// This process has as many descriptors as it may have.
    public static let noDescriptors = Errno(rawValue: EMFILE)
    /// The input is malformed.
    public static let badMessage = Errno(rawValue: EBADMSG)
    public static let noSpace = Errno(rawValue: ENOSPC)
    public static let quotaExceeded = Errno(rawValue: EDQUOT)
    /// This is also the error for a symbolic link that may not be followed.
    public static let tooManyLinks = Errno(rawValue: ELOOP)
    public static let timedOut = Errno(rawValue: ETIMEDOUT)
    /// The other end has closed the connection, and had not read all data that was sent to it.
    public static let brokenPipe = Errno(rawValue: EPIPE)

    public var description: String { String(cString: strerror(rawValue)) }
}

/// Runs a system call again as long as a signal interrupts it.
///
/// - Throws: the call's error, if it returns -1.
@discardableResult
public func calling<Result: SignedInteger>(_ call: () -> Result) throws(Errno) -> Result {
    while true {
        let result = call()
        guard result == -1 else { return result }
        let code = Errno.current
        guard code.rawValue == EINTR else { throw code }
    }
}
