import Filmgate
import FilmgateCameraJobs
import FilmgateLibraryTools
import FilmgateSystem
import FilmgateText

/// Creates the error messages for imports from cameras.
nonisolated enum CameraText {
    static func reason(_ error: any Error, _ port: String, _ model: String = "") -> String {
        switch error {
        case let fault as CameraFault: reason(fault, model.isEmpty ? port : model)
        case CameraImport.StopReason.camera(let fault): reason(fault, model.isEmpty ? port : model)
        case CameraImport.StopReason.library(let error): reason(error)
        case let error as PhotoLibraryError: reason(error)
        default:
            localized(
                "The files of the camera cannot be kept until they are in the library: {reason}.",
                ["reason": Text.singleLine("\(error)") ?? ""])
        }
    }

    private static func reason(_ error: PhotoLibraryError) -> String {
        Text.singleLine(error.cause.message) ?? localized("It failed.")
    }

    private static func reason(_ fault: CameraFault, _ name: String) -> String {
        let camera = ["camera": Text.singleLine(name) ?? ""]
        return switch fault.kind {
        case .notFound: localized("No camera or phone was found.")
        case .inUse: localized("A different program uses {camera}.", camera)
        case .notAllowed: localized("You may not use {camera}.", camera)
        case .noSpace: localized("The disk is full: there is no room for the files of the camera.")
        case .tooMany: localized("{camera} has more files than can be listed.", camera)
        case .cancelled: localized("Interrupted. Nothing was imported.")
        default:
            localized("{camera} does not answer: {reason}.", camera.merging(["reason": detail(of: fault)]) { $1 })
        }
    }

    private static func detail(of fault: CameraFault) -> String {
        Text.singleLine(fault.detail.isEmpty ? fault.kind.rawValue : fault.detail) ?? ""
    }
}
