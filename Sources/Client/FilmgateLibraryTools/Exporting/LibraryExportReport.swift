/// The result of an export.
package struct LibraryExportReport: Encodable {
    package struct Failed: Encodable {
        package let id: String
        package let filename: String?
        package let reason: String
    }

    /// The number of assets with newly written files.
    package var exported = 0
    package var bytes: UInt64 = 0
    /// The number of assets whose files were only linked.
    package var linked = 0
    /// The number of assets whose files an earlier run had written.
    package var present = 0
    package var albums = 0
    /// The number of written XMP sidecars.
    package var sidecars = 0
    /// The number of photos written with embedded XMP.
    package var embedded = 0
    package var failures: [Failed] = []

    private enum CodingKeys: String, CodingKey {
        case exported, bytes, linked, present, albums, sidecars, embedded
        case failures = "failed"
    }
}
