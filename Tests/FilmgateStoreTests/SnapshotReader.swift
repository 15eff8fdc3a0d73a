import FilmgateModel
import FilmgateStore
import FilmgateSystem

/// Reads a snapshot by its documentation, independently of the writer.
struct SnapshotReader {
    let bytes: [UInt8]
    let snapshot: Snapshot

    init(_ snapshot: Snapshot) throws {
        self.snapshot = snapshot
        bytes = try snapshot.content.contents(upTo: 64 << 20).orTrap
    }

    /// The value of a property in every row.
    func values(of property: AssetProperty) -> [PropertyValue?] {
        if property == .location {
            let (latitudes, longitudes) = (column("location.latitude", .double), column("location.longitude", .double))
            return rows(of: "location.latitude") { row in
                Location(latitude: real(latitudes, row), longitude: real(longitudes, row)).map { .place($0) }
            }
        }
        let name = property.rawValue
        let type = property.columns[0].type
        let column = column(name, type)
        return rows(of: name) { row in
            switch type {
            case .signed64: .date(Timestamp(rawValue: Int64(bitPattern: number(column, row, 8))))
            case .unsigned64: .bytes(number(column, row, 8))
            case .double: .seconds(real(column, row))
            case .unsigned32: .unsigned(UInt32(number(column, row, 4)))
            case .signed32: .signed(Int32(truncatingIfNeeded: number(column, row, 4)))
            case .flag: .flag(number(column, row, 1) == 1)
            case .uuid:
                AssetID(bytes: bytes[Int(column.offset)...].dropFirst(row * 16).prefix(16)).map {
                    .text($0.description)
                }
            case .text: .text(text(column, row))
            case .texts:
                .texts(
                    (number(column, row, 8)..<number(column, row + 1, 8)).map {
                        text(self.column(name, .text), Int($0))
                    })
            case .present: nil
            }
        }
    }

    private func rows(of name: String, _ value: (Int) -> PropertyValue?) -> [PropertyValue?] {
        let present = snapshot.columns.first { $0.name == name && $0.type == .present }
        return (0..<snapshot.count).map { row in
            if let present, bytes[Int(present.offset) + row / 8] >> UInt8(row % 8) & 1 == 0 { return nil }
            return value(row)
        }
    }

    private func column(_ name: String, _ type: ColumnType) -> SnapshotColumn {
        snapshot.columns.first { $0.name == name && $0.type == type }.orTrap
    }

    private func number(_ column: SnapshotColumn, _ row: Int, _ width: Int) -> UInt64 {
        let start = Int(column.offset) + row * width
        return bytes[start..<start + width].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    private func real(_ column: SnapshotColumn, _ row: Int) -> Double { Double(bitPattern: number(column, row, 8)) }

    private func text(_ column: SnapshotColumn, _ row: Int) -> String {
        let (start, end) = (number(column, row, 8), number(column, row + 1, 8))
        return String(decoding: bytes[Int(column.offset + start)..<Int(column.offset + end)], as: UTF8.self)
    }
}
