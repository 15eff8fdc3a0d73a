import FilmgateLibraryTools

/// How much of an import from a camera is done. The fraction is that of the bytes, or that of the files if the camera
/// reports no sizes. It never falls.
nonisolated struct CameraProgress: Sendable {
    private let total: (files: Int, bytes: UInt64)
    /// The number of files that were imported or left out.
    private(set) var files = 0
    private(set) var fraction = 0.0

    init(_ plan: CameraImportPlan) { total = (plan.count, plan.bytes) }

    mutating func transfer(_ bytes: UInt64) {
        if total.bytes > 0 { reach(Double(bytes) / Double(total.bytes)) }
    }

    mutating func finish(_ count: Int) {
        files += count
        if total.bytes == 0 { reach(Double(files) / Double(max(1, total.files))) }
    }

    private mutating func reach(_ new: Double) { fraction = max(fraction, min(1, new)) }
}
