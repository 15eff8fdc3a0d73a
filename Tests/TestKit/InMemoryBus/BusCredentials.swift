public import FilmgateSystem
internal import Foundation

/// What a bus in memory tells of a connection: each part may be missing.
public struct BusCredentials: Sendable {
    public var user: UInt32?
    public var process: UInt32?
    /// A pidfd of the process.
    public var processDescriptor: OwnedDescriptor?
    public var securityLabel: String?

    public init(
        user: UInt32? = nil, process: UInt32? = nil, processDescriptor: OwnedDescriptor? = nil,
        securityLabel: String? = nil
    ) {
        self.user = user
        self.process = process
        self.processDescriptor = processDescriptor
        self.securityLabel = securityLabel
    }

    /// The user and process that the test runs as.
    public static var ofThisProcess: BusCredentials {
        BusCredentials(user: getuid(), process: UInt32(getpid()))
    }
}
