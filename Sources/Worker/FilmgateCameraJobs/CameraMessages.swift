import FilmgateChannel

/// A camera that is connected.
package struct ListedCamera: Codable, Hashable, Sendable {
    package let model: String
    /// As libgphoto2 names it: `usb:001,005`, `ptpip:192.168.1.5`.
    package let port: String

    package init(model: String, port: String) { (self.model, self.port) = (model, port) }

    /// The file of a USB device: `/dev/bus/usb/001/005` for the port `usb:001,005`. Nil for other ports.
    package static func deviceFile(at port: String) -> String? {
        let numbers = port.dropFirst(4).split(separator: ",").map(String.init)
        guard port.hasPrefix("usb:"), numbers.count == 2, numbers.joined().allSatisfy(\.isNumber) else { return nil }
        return "/dev/bus/usb/\(numbers[0])/\(numbers[1])"
    }
}

/// What the tool asks of `filmgate-camera`. Each request but `cancel` has one reply, or several that end with `done` or `failed`.
package enum CameraRequest: ChannelMessage, Equatable {
    case list
    /// Connects to the camera at a port. `opened` replies.
    case open(port: String)
    /// `file`, `unusable` and `unreadable` reply for each file and folder.
    case files
    /// Writes a file into the descriptor that comes with the message. `progress` and `done` reply.
    case read(CameraEntry)
    /// Deletes a file if its size and its date are still those.
    case delete(CameraEntry)
    /// Ends the request under way, which then fails.
    case cancel
}

/// What `filmgate-camera` replies.
package enum CameraReply: ChannelMessage, Equatable {
    case cameras([ListedCamera])
    /// The camera is connected. Nil: it tells no serial number.
    case opened(ListedCamera, serial: String?)
    case file(CameraEntry)
    /// A file or folder whose name cannot be used, as far as it can be shown.
    case unusable(path: String)
    /// A folder that the camera lists but cannot read, and what libgphoto2 says.
    case unreadable(path: String, reason: String)
    /// How many bytes are written.
    case progress(UInt64)
    case done
    case failed(CameraFault)
}

extension CameraRequest {
    /// Far more than the longest path.
    package static let mostBytes = 64 << 10
    /// An entry must be asked itself.
    package var isPlausible: Bool { true }
}

extension CameraReply {
    package static let mostBytes = CameraRequest.mostBytes
    package var isPlausible: Bool { true }
}

/// Why a camera did not do what was asked.
package struct CameraFault: Codable, Error, Equatable, Sendable {
    package enum Kind: String, Codable, Sendable {
        /// No camera is at this port.
        case notFound = "not-found"
        /// A different program uses it.
        case inUse = "in-use"
        case notAllowed = "not-allowed"
        case notSupported = "not-supported"
        case cancelled
        case noSuchFile = "no-such-file"
        /// The file is no longer the one that was listed.
        case changed
        /// More or fewer bytes came than the camera had told.
        case incomplete
        case noSpace = "no-space"
        /// The file could not be written for a different reason.
        case notWritten = "not-written"
        /// The camera has more files or folders than can be listed.
        case tooMany = "too-many"
        /// `filmgate-camera` has ended, or sent what is no reply.
        case ended
        case failed
    }

    package let kind: Kind
    /// What libgphoto2 says, in English.
    package let detail: String

    package init(_ kind: Kind, _ detail: String = "") { (self.kind, self.detail) = (kind, detail) }
}
