import Filmgate
import FilmgateCameraJobs
import FilmgateLibraryTools
import FilmgateText

/// The expected result of an import from a camera.
struct CameraImportPreview {
    private let camera: ListedCamera
    private let new: Int
    private let bytes: UInt64
    private let earlier: Int
    private let skipped: SkippedFiles
    /// Files whose names cannot be used, and folders that cannot be read.
    private let failures: [FailedFile]

    init(_ camera: ListedCamera, _ plan: CameraImportPlan, failures: [FailedFile]) {
        self.camera = camera
        (new, bytes, earlier, skipped) = (plan.count, plan.bytes, plan.earlier.count, plan.skipped)
        self.failures = failures
    }

    var text: String {
        var sheet = KeyValueTextTable()
        sheet.add(localized("camera"), Text.printable("\(camera.model) (\(camera.port))"))
        sheet.add(localized("new files"), "\(Text.number(new)) (\(AmountText.bytes(bytes)))")
        sheet.add(localized("imported earlier"), Text.number(earlier))
        return sheet.lines + skipped.text + failures.map(\.line).joined()
    }
}

extension CameraImportPreview: Encodable {
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyCodingKey.self)
        try container.encode(camera, forKey: "camera")
        try container.encode(new, forKey: "new")
        try container.encode(bytes, forKey: "new-bytes")
        try container.encode(earlier, forKey: "earlier")
        try container.encode(skipped.counts, forKey: "skipped")
        try container.encode(skipped.paths.map(\.description), forKey: "skipped-files")
        try container.encode(failures.map(\.path.description), forKey: "failed")
    }
}
