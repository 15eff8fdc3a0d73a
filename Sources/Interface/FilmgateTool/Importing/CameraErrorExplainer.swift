import FilmgateCameraJobs
import FilmgateText
import Glibc

/// Explains why a camera cannot be used, and what to do.
struct CameraErrorExplainer {
    private let fault: CameraFault
    private let camera: ListedCamera
    /// Returns the names of the programs that use a device.
    private let users: (String) -> [String]

    init(_ fault: CameraFault, _ camera: ListedCamera, users: @escaping (String) -> [String]) {
        (self.fault, self.camera, self.users) = (fault, camera, users)
    }

    var failure: CommandFailure {
        switch fault.kind {
        case .notFound:
            let message =
                camera.port.isEmpty
                ? localized("No camera or phone was found.")
                : localized("No camera was found at the port '{port}'.", ["port": Text.printable(camera.port)])
            return CommandFailure(.noInput, message, advice: CameraErrorExplainer.connecting)
        case .tooMany where !fault.detail.isEmpty:
            return CommandFailure(
                .usage, localized("Several cameras are connected: {cameras}.", ["cameras": fault.detail]),
                advice: localized("Choose one by its port: '--camera-port PORT'."))
        case .tooMany:
            return CommandFailure(.noInput, localized("{camera} has more files than can be listed.", name))
        case .cancelled: return CommandFailure(.interrupted, localized("Interrupted. Nothing was imported."))
        case .ended:
            return CommandFailure(
                .inputOutput, localized("The program filmgate-camera, which speaks with {camera}, has ended.", name),
                advice: localized("Disconnect the camera, connect it again, and run the same command again."))
        case .noSpace:
            return CommandFailure(
                .inputOutput, localized("The disk is full: there is no room for the files of the camera."),
                advice: localized("Make room on the disk with your home folder."))
        case .notWritten:
            return CommandFailure(
                .inputOutput,
                localized(
                    "The files of the camera cannot be kept until they are in the library: {reason}.",
                    ["reason": fault.detail]))
        case .inUse: return inUse
        default: return isAllowed ? broken : notAllowed
        }
    }

    private var name: [String: String] {
        ["camera": Text.printable(camera.model.isEmpty ? camera.port : camera.model)]
    }

    private var device: String? { ListedCamera.deviceFile(at: camera.port) }

    private var isAllowed: Bool {
        guard let device, unsafe access(device, F_OK) == 0 else { return true }
        return unsafe access(device, R_OK | W_OK) == 0
    }

    private var inUse: CommandFailure {
        let programs = device.map(users) ?? []
        let message =
            programs.isEmpty
            ? localized("A different program uses {camera}.", name)
            : localized(
                "A different program uses {camera}: {programs}.",
                name.merging(["programs": programs.map(Text.printable).joined(separator: ", ")]) { $1 })
        let scheme = programs.contains { $0.contains("mtp") } ? "mtp" : "gphoto2"
        let isDesktop = programs.isEmpty || programs.contains { $0.hasPrefix("gvfs") }
        let advice =
            isDesktop
            ? localized(
                "If the desktop shows it as a folder, eject it there, or run 'gio mount --unmount-scheme={scheme}'. Then run the same command again.",
                ["scheme": scheme])
            : localized("End the program, and run the same command again.")
        return CommandFailure(.temporary, message, advice: advice)
    }

    private var notAllowed: CommandFailure {
        CommandFailure(
            .noPermission, localized("You may not use {camera}.", name),
            advice: localized(
                "Log in at this computer, and connect the camera again. The package libgphoto2-6 has the rules that allow it."
            ))
    }

    private var broken: CommandFailure {
        let reason = fault.detail.isEmpty ? fault.kind.rawValue : fault.detail
        return CommandFailure(
            .inputOutput,
            localized(
                "{camera} does not answer: {reason}.",
                name.merging(["reason": Text.printable(reason.hasSuffix(".") ? String(reason.dropLast()) : reason)]) {
                    $1
                }),
            advice: CameraErrorExplainer.connecting)
    }

    private static var connecting: String {
        localized(
            "Connect it with a cable and switch it on. Unlock a phone, and allow the transfer of photos (PTP or MTP) on it. To import a memory card, name its folder, such as 'filmgatectl import /media/card'."
        )
    }
}
