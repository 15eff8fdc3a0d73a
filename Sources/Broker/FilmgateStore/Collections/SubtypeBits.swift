import FilmgateModel
import FilmgateSQLite

extension MediaSubtype {
    /// The subtype's bit in the column. The bit is stored on disk and must never change.
    var bit: Int64 {
        switch self {
        case .live: 1
        case .panorama: 2
        case .hdr: 4
        case .screenshot: 8
        case .animated: 16
        case .raw: 32
        case .depth: 64
        case .slowMotion: 128
        case .timeLapse: 256
        case .burst: 512
        case .damaged: 1024
        case .guessedDate: 2048
        }
    }
}

extension Set<MediaSubtype> {
    /// The value of the column.
    var column: Int64 { reduce(0) { $0 | $1.bit } }

    init(column: Int64) { self.init(MediaSubtype.allCases.filter { column & $0.bit != 0 }) }
}
