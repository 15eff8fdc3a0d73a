internal import FilmgateCameraJobs
internal import FilmgateCameras
internal import FilmgateImporting
internal import FilmgateText

/// What an import from a camera would do.
struct CameraPreview: Encodable {
    private let camera: ListedCamera
    private let new: Int
    private let bytes: UInt64
    private let earlier: Int
    private let skipped: [String: Int]
    /// Files whose names cannot be used, and folders that cannot be read.
    private let failed: [String]
    private let failures: [FailedFile]

    private enum CodingKeys: String, CodingKey {
        case camera, new, earlier, skipped, failed
        case bytes = "new-bytes"
    }

    init(_ camera: ListedCamera, _ plan: CameraPlan, failures: [FailedFile]) {
        self.camera = camera
        (new, bytes, earlier, skipped) = (plan.count, plan.bytes, plan.earlier.count, plan.skipped)
        failed = failures.map { $0.path.description }
        self.failures = failures
    }

    var text: String {
        var sheet = FactSheet()
        sheet.add(localized("camera"), Text.printable("\(camera.model) (\(camera.port))"))
        sheet.add(localized("new files"), "\(Text.number(new)) (\(Amount.bytes(bytes)))")
        sheet.add(localized("imported earlier"), Text.number(earlier))
        var text = sheet.lines
        for (kind, count) in skipped.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
            text +=
                localized("Not a photo or video: {n} {kind}.", ["n": Text.number(count), "kind": Text.printable(kind)])
                + "\n"
        }
        for failure in failures {
            text += "\(Text.printable(failure.path.description)): \(Text.printable(failure.reason))\n"
        }
        return text
    }
}
