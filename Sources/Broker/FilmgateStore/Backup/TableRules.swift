import FilmgateModel
import FilmgateSQLite

struct TableRules: Sendable {
    typealias Column = (name: SQL, rule: ColumnRule)

    let table: SQL
    let columns: [Column]

    /// - Parameter shared: columns that several tables have.
    init(_ table: SQL, _ columns: Column..., and shared: [Column] = []) {
        self.table = table
        self.columns = columns + shared
    }

    /// The rules for all tables, except the full-text index, which a restoration rebuilds.
    static let all = ofLibrary + ofAssets + ofCollections + ofInbox + ofUndo

    private static let ofLibrary = [
        TableRules(
            "library", ("only", .integer(1...1)), ("generation", .count), ("assets", .count), ("hidden", .count),
            ("trashed", .count), ("resources", .count), ("bytes", .count), ("last_client", .count),
            ("clock", .date), ("secret", .blob(32)), ("trash_start", .optional(.date)), ("trash_waited", .count),
            ("trash_latest", .optional(.date)), ("trash_below", .count), ("audit_last", .count),
            ("audit_last_hash", .hash), ("audit_pruned", .count), ("audit_pruned_hash", .hash),
            ("audit_bytes", .count), ("history_start", .count), ("pruned", .count), ("pruned_date", .date),
            ("image_pruned", .count), ("image_pruned_date", .date), ("video_pruned", .count),
            ("video_pruned_date", .date), ("towns_version", .optional(.count)), ("places_missing", .count),
            ("undo_batch", .optional(.row))),
        TableRules(
            "client", ("row", .row), ("id", .text(4_096 + 512 + 16)), ("selected", .count),
            ("connection", .optional(.connection)), ("pruned", .count), ("pruned_date", .date),
            ("image_pruned", .count), ("image_pruned_date", .date), ("video_pruned", .count),
            ("video_pruned_date", .date), ("selection_date", .optional(.date))),
        TableRules(
            "access", ("client", .row), ("add_only", .word(of: AddOnlyStatus.self)),
            ("read_write", .word(of: ReadWriteStatus.self)), ("rights", .integer(0...Int64(Rights.all.rawValue))),
            ("grantor", .optional(.word([Grantor.person, .admin, .policy].map(\.rawValue)))),
            ("granted_date", .date), ("last_used", .optional(.date)),
            ("add_only_expires", .optional(.date)), ("add_only_remaining", remaining),
            ("add_only_connection", .optional(.connections)), ("read_write_expires", .optional(.date)),
            ("read_write_remaining", remaining), ("read_write_connection", .optional(.connections)),
            and: ContentLimits.columns),
        TableRules("pause", ("client", .row), ("date", .date), ("reason", .text(4_096)), ("ends", .optional(.date))),
        TableRules("mute", ("client", .row), ("date", .date)),
        TableRules(
            "kept_item", ("handle", .id), ("client", .row), ("asset", .row),
            ("rights", .integer(0...Int64(Rights.all.rawValue))),
            ("representation", .word(of: PickerConfiguration.Representation.self)), ("crop_x", part), ("crop_y", part),
            ("crop_width", part), ("crop_height", part), ("trim_start", .optional(duration)),
            ("trim_end", .optional(duration)), ("picked_date", .date), ("last_used", .date),
            and: ContentLimits.columns),
        TableRules("addition", ("client", .row), ("date", .date), ("items", .count), ("bytes", .count)),
        TableRules(
            "audit", ("sequence", .row), ("date", .date), ("user", .integer(0...Int64(UInt32.max))),
            ("count", .integer(0...Int64(UInt32.max))), ("client", .text(1_024)), ("about", .text(1_024)),
            ("through", .text(1_024)), ("operation", .text(256)), ("outcome", .text(256)), ("detail", .text(16_384)),
            ("ids", .bytes(1 << 24)), ("hash", .hash)),
        TableRules(
            "change", ("number", .row), ("generation", .count), ("date", .date), ("kind", .text(32)),
            ("asset", .optional(.count)), ("id", .optional(.id)), ("client", .optional(.count)),
            ("properties", .integer(0...Int64.max)), ("collection", .optional(.count)),
            ("media_type", .optional(.word(of: MediaType.self)))),
        TableRules("sighting", ("client", .row), ("change", .row)),
        TableRules("sqlite_sequence", ("name", .text(64)), ("seq", .count)),
    ]

    /// The remaining time of a term. It is negative after the end of the term.
    private static let remaining = ColumnRule.optional(.integer(-(1 << 60)...(1 << 60)))

    /// A position or a size in a crop, as a fraction of the picture's width or height.
    private static let part = ColumnRule.optional(.real(0...1))

    private static let ofAssets = [
        TableRules(
            "asset", ("row", .row), ("id", .id), ("trashed_date", .optional(.date)), ("import_date", .optional(.date)),
            ("import_began", .optional(.date)),
            ("adjustment_format", .optional(.title)), ("adjustment_version", .optional(.title)),
            ("adjustment_client", .optional(.row)), ("content_changes", .count), ("original_width", .optional(pixels)),
            ("original_height", .optional(pixels)), ("original_orientation", .optional(orientation)),
            ("original_duration", .optional(duration)), and: described),
        TableRules("resource", ("asset", .row), and: stored),
        TableRules(
            "member", ("client", .row), ("creation_date", .date), ("id", .id), ("asset", .row), ("hidden", .flag),
            ("trashed", .flag), ("selected", .flag), ("albums", .count), ("added", .flag),
            ("burst", .optional(.row)), ("burst_rank", .optional(burstRank))),
        TableRules("listed_day", ("media_type", .word(of: MediaType.self)), ("day", day), ("assets", .count)),
        TableRules(
            "burst", ("row", .row), ("id", .id), ("creator", .optional(.row)), ("connection", .optional(.connection))),
        TableRules(
            "burst_asset",
            ("asset", .row), ("burst", .row), ("rank", burstRank), ("creation_date", .date), ("id", .id),
            ("listed", .flag)),
    ]

    /// A range that includes the days of all dates in `ContractLimits.dates`.
    private static let day = ColumnRule.integer(-1_000_000...4_000_000)
    static let pixels = ColumnRule.integer(
        Int64(ContractLimits.pixels.lowerBound)...Int64(ContractLimits.pixels.upperBound))
    private static let burstRank = ColumnRule.integer(0...(1 << 40))
    static let orientation = ColumnRule.integer(1...8)
    static let duration = ColumnRule.real(0...Double.greatestFiniteMagnitude)
    static let timeZone = ColumnRule.integer(
        Int64(ContractLimits.timeZones.lowerBound)...Int64(ContractLimits.timeZones.upperBound))
    static let latitude = ColumnRule.real(-90...90)
    static let longitude = ColumnRule.real(-180...180)

    /// The columns that assets and inbox items share.
    private static let described: [Column] = [
        ("media_type", .word(of: MediaType.self)), ("subtypes", .integer(0...(1 << 32))), ("creation_date", .date),
        ("modification_date", .date), ("added_date", .date),
        ("time_zone_offset", .optional(timeZone)), ("clock_offset", timeZone), ("latitude", .optional(latitude)),
        ("longitude", .optional(longitude)), ("place", .optional(.title)), ("town", .optional(.title)),
        ("favorite", .flag), ("hidden", .flag), ("rating", .integer(0...5)), ("title", .optional(.title)),
        ("caption", .optional(.text(ContractLimits.captionBytes))), ("alt_text", .optional(.title)),
        ("keywords", .optional(.keywords)),
        ("pixel_width", pixels), ("pixel_height", pixels), ("orientation", orientation),
        ("duration", .optional(duration)), ("camera_make", .optional(.title)), ("camera_model", .optional(.title)),
        ("lens_model", .optional(.title)), ("original", .optional(.row)), ("creator", .row),
        ("creator_connection", .optional(.connection)), ("stem", .optional(.title)),
        ("content_identifier", .optional(.title)), ("burst_key", .optional(.bytes(64))), ("burst_pick", .flag),
    ]

    private static let stored: [Column] = [
        ("type", .word(of: ResourceType.self)), ("mime_type", .text(255)),
        ("filename", .optional(.text(ContractLimits.titleBytes))), ("size", .count), ("hash", .hash), ("file", .id),
    ]

    private static let ofCollections = [
        TableRules(
            "album", ("row", .row), ("id", .id), ("title", .title), ("creation_date", .date),
            ("modification_date", .date), ("assets", .count), ("folder", .optional(.row)), ("hidden", .count),
            ("cover", .optional(.row)), ("position", .optional(.count)), ("respacings", .count),
            ("rule", .optional(.text(ContractLimits.predicateBytes)))),
        TableRules(
            "folder",
            ("row", .row), ("id", .id), ("title", .title), ("parent", .optional(.row)), ("creation_date", .date),
            ("modification_date", .date), ("position", .optional(.count))),
        TableRules(
            "album_asset",
            ("album", .row), ("position", .integer(AlbumPositionEditor.positions)), ("asset", .row), ("hidden", .flag),
            ("trashed", .flag)),
        TableRules(
            "album_stretch", ("album", .row), ("stretch", .integer(AlbumPositionEditor.positions)), ("assets", .count)),
        TableRules("selected_album", ("album", .row), ("client", .row)),
    ]

    private static let ofInbox = [
        TableRules(
            "quarantined",
            ("number", .row), ("id", .id), ("original_id", .optional(.id)), ("rejected_date", .optional(.date)),
            ("burst", .optional(.row)), and: described),
        TableRules("quarantined_resource", ("asset", .row), and: stored),
        TableRules("quarantined_album", ("asset", .row), ("album", .row)),
        TableRules(
            "receipt", ("number", .row), ("id", .id), ("client", .row), ("connection", .optional(.connection)),
            ("date", .date), ("state", .text(16)), ("size", .count)),
        TableRules("early_version", ("version", .row), ("original", .row)),
    ]

    private static let ofUndo = [
        TableRules(
            "undo_batch", ("number", .row), ("date", .date), ("client", .row), ("is_owners", .flag), ("size", .count),
            ("is_trimmed", .flag), ("account", .optional(.row))),
        TableRules(
            "undo_entry", ("number", .row), ("batch", .row), ("aspect", .word(of: UndoAspect.self)), ("object", .count),
            ("member", .count), ("restores", .optional(.count)), ("is_used", .flag), and: UndoValues.rules),
        TableRules(
            "undo_edit", ("entry", .row), ("asset", .row), ("format", .title), ("version", .title), ("client", .row),
            ("pixel_width", pixels), ("pixel_height", pixels), ("orientation", orientation),
            ("duration", .optional(duration))),
        TableRules("undo_file", ("edit", .row), ("account", .row), and: stored),
        TableRules(
            "undo_client", ("client", .row), ("lost_date", .optional(.date)), ("lost_owners_date", .optional(.date))),
        TableRules(
            "undo_account",
            ("row", .row), ("client", .row), ("is_of_undos", .flag), ("is_shared", .flag), ("size", .count),
            ("file_size", .count)),
    ]
}
