import FilmgateModel

extension VideoContainerFormat {
    var demuxer: String {
        switch self {
        case .avi: "avi"
        case .matroska, .webm: "matroska"
        case .transportStream: "mpegts"
        case .programStream: "mpeg"
        case .elementaryStream: "mpegvideo"
        case .windowsMedia: "asf"
        case .flash: "flv"
        }
    }
}
