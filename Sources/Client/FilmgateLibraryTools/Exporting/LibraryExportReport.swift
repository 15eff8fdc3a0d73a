/// The result of an export.
package struct LibraryExportReport: Encodable {
    package struct Failed: Encodable {
        package let id: String
        package let filename: String?
        package let reason: String
    }

    /// Assets with new files.
    package var exported = 0
    package var bytes: UInt64 = 0
    /// Assets whose files were only linked.
    package var linked = 0
    /// Assets that an earlier run had already written.
    package var present = 0
    package var albums = 0
    /// XMP files that were written.
    package var sidecars = 0
    /// Photos that were written with embedded XMP.
    package var embedded = 0
    package var failures: [Failed] = []

    private enum CodingKeys: String, CodingKey {
        case exported, bytes, linked, present, albums, sidecars, embedded
        case failures = "failed"
    }
}
