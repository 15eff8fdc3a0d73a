import FilmgateChannel

/// A connected camera.
package struct ListedCamera: Codable, Hashable, Sendable {
    package let model: String
    /// The port in libgphoto2's notation: `usb:001,005`, `ptpip:192.168.1.5`.
    package let port: String

    package init(model: String, port: String) { (self.model, self.port) = (model, port) }

    /// Returns the file of a USB device: `/dev/bus/usb/001/005` for the port `usb:001,005`. Returns nil for other
    /// ports.
    package static func deviceFile(at port: String) -> String? {
        let numbers = port.dropFirst(4).split(separator: ",").map(String.init)
        guard port.hasPrefix("usb:"), numbers.count == 2, numbers.joined().allSatisfy(\.isNumber) else { return nil }
        return "/dev/bus/usb/\(numbers[0])/\(numbers[1])"
    }
}

/// A request to `filmgate-camera` from its client, a program that imports photos. Each request except `cancel` gets
/// one reply, or several replies that end with `done` or `failed`.
package enum CameraRequest: ChannelMessage, Equatable {
    case list
    /// Connects to the camera at a port. The reply is `opened`.
    case open(port: String)
    /// Lists the camera's files. The replies are `file`, `unusable` and `unreadable`, and then `done`.
    case files
    /// Writes a file into the descriptor that comes with the message. The replies are `progress` and `done`.
    case read(CameraFile)
    /// Deletes a file if its size and its date are unchanged.
    case delete(CameraFile)
    /// Cancels the current request, which then fails.
    case cancel
}

/// A reply from `filmgate-camera` to its client.
package enum CameraReply: ChannelMessage, Equatable {
    case cameras([ListedCamera])
    /// The camera is connected. The serial number is nil if the camera does not report it.
    case opened(ListedCamera, serial: String?)
    case file(CameraFile)
    /// The path of a file or folder whose name is not valid, in a printable form.
    case unusable(path: String)
    /// A folder that its parent folder lists, but that cannot be read. The reason is libgphoto2's error.
    case unreadable(path: String, reason: String)
    /// The number of bytes that have been written.
    case progress(UInt64)
    case done
    case failed(CameraFault)
}

extension CameraRequest {
    /// The maximum size of a message, in bytes. Paths are much shorter.
    package static let mostBytes = 64 << 10
    /// Always true, because the receiver checks each `CameraFile` separately.
    package var isPlausible: Bool { true }
}

extension CameraReply {
    package static let mostBytes = CameraRequest.mostBytes
    package var isPlausible: Bool { true }
}

/// The reason why a request to a camera failed.
package struct CameraFault: Codable, Error, Equatable, Sendable {
    package enum Kind: String, Codable, Sendable {
        /// No camera is at this port.
        case notFound = "not-found"
        /// Another program uses the camera.
        case inUse = "in-use"
        case notAllowed = "not-allowed"
        case notSupported = "not-supported"
        case cancelled
        case noSuchFile = "no-such-file"
        /// The file differs from the listed one.
        case changed
        /// The number of received bytes differs from the size that the camera reported.
        case incomplete
        case noSpace = "no-space"
        /// The file could not be written, for a reason other than missing space.
        case notWritten = "not-written"
        /// The camera has more files or folders than can be listed.
        case tooMany = "too-many"
        /// `filmgate-camera` has ended, or sent an invalid reply.
        case ended
        case failed
    }

    package let kind: Kind
    /// libgphoto2's error, in English.
    package let detail: String

    package init(_ kind: Kind, _ detail: String = "") { (self.kind, self.detail) = (kind, detail) }
}
