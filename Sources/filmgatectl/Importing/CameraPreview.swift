internal import FilmgateCameraJobs
internal import FilmgateCameras
internal import FilmgateText

/// What an import from a camera would do.
struct CameraPreview: Encodable {
    private let camera: ListedCamera
    private let new: Int
    private let bytes: UInt64
    private let earlier: Int
    private let skipped: [String: Int]
    /// Files whose names cannot be used.
    private let failed: [String]

    private enum CodingKeys: String, CodingKey {
        case camera, new, earlier, skipped, failed
        case bytes = "new-bytes"
    }

    init(_ camera: ListedCamera, _ plan: CameraPlan, unusable: [String]) {
        self.camera = camera
        (new, bytes, earlier, skipped) = (plan.count, plan.bytes, plan.earlier.count, plan.skipped)
        failed = unusable
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
        for path in failed { text += "\(Text.printable(path)): Its name cannot be used.\n" }
        return text
    }
}
