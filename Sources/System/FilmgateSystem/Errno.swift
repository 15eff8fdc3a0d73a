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
    /// This process already has the maximum number of descriptors.
    public static let noDescriptors = Errno(rawValue: EMFILE)
    /// The input is malformed.
    public static let badMessage = Errno(rawValue: EBADMSG)
    public static let noSpace = Errno(rawValue: ENOSPC)
    public static let quotaExceeded = Errno(rawValue: EDQUOT)
    /// Too many symbolic links, or a symbolic link that must not be followed.
    public static let tooManyLinks = Errno(rawValue: ELOOP)
    public static let timedOut = Errno(rawValue: ETIMEDOUT)
    public static let tooLarge = Errno(rawValue: EFBIG)
    /// The other end of a pipe or a socket is closed.
    public static let brokenPipe = Errno(rawValue: EPIPE)

    public var description: String { String(cString: strerror(rawValue)) }
}

/// Runs a system call, and repeats it if a signal interrupts it.
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
