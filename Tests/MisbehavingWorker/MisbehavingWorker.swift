import FilmgateChannel
import FilmgateJobs
import FilmgateModel
import FilmgateSystem
import Glibc

/// A worker without a cage that does what the file tells it, as one would that the file has taken over.
@main
struct MisbehavingWorker {
    static func main() throws {
        let channel = MessageChannel<JobAnswer, Job>(OwnedDescriptor(owning: Job.socket))
        var isDoomed = false
        while true {
            // Of a job that is longer, nobody reads the rest.
            let (bytes, files) = try channel.socket.receive()
            guard !bytes.isEmpty, let file = files.first else { exit(0) }
            if isDoomed { abort() }
            let order = String(decoding: try file.contents(upTo: 100) ?? [], as: UTF8.self)
            isDoomed = order == "die at the next"
            switch Job(untrusted: Array(bytes.dropFirst(8))) {
            case .inspect, .sidecar, nil: try obey(order, file, channel)
            case .metadata where order.hasPrefix("tell "): try channel.send(send(order))
            case .redact where order.hasPrefix("redact "): try channel.send(redaction(order))
            case _ where order.hasPrefix("make no "):
                if let words = order.firstRange(of: " as told in ") {
                    try reportIdentity(in: String(order[words.upperBound...]))
                }
                while true { pause() }
            default: try obey(order, file, channel)
            }
        }
    }

    private static func obey(
        _ order: String, _ file: OwnedDescriptor, _ channel: MessageChannel<JobAnswer, Job>
    ) throws {
        switch order {
        case _ where order.hasPrefix("redact "), _ where order.hasPrefix("tell ") && order != "tell who you are":
            try answer(channel, with: MediaFacts.of(width: 1))
        case "behave", "die at the next": try answer(channel, with: MediaFacts.of(width: 1))
        case _ where order.hasPrefix("make no image"): try answer(channel, with: MediaFacts.of(width: 1))
        case _ where order.hasPrefix("make no huge image"):
            var facts = MediaFacts.of(width: 20_000)
            facts.pixelHeight = 20_000
            try answer(channel, with: facts)
        case "make no video":
            var facts = MediaFacts(mediaType: .video, mimeType: "video/mp4", pixelWidth: 320, pixelHeight: 240)
            facts.duration = 10
            try answer(channel, with: facts)
        case "make no long video":
            // The room for it is 14 GiB if it is passed through.
            var facts = MediaFacts(mediaType: .video, mimeType: "video/mp4", pixelWidth: 7680, pixelHeight: 4320)
            facts.duration = 600
            try answer(channel, with: facts)
        case "tell who you are": try answer(channel, with: MediaFacts.of(width: UInt32(getpid())))
        case "write into the file":
            try answer(channel, with: MediaFacts.of(width: write(file.rawValue, "x", 1) == 1 ? 2 : 1))
        case _ where order.hasPrefix("answer twice for "):
            for width in [1, 666] as [UInt32] { try answer(channel, with: MediaFacts.of(width: width)) }
            close(open(String(order.dropFirst(17)), O_WRONLY | O_CREAT, 0o600))
        case "hang": while true { pause() }
        case "spin": while true { _ = getpid() }
        case "take long":
            // In microseconds of processor time.
            let end = clock() + 400_000
            while clock() < end {}
            try answer(channel, with: MediaFacts.of(width: 1))
        case "leave": exit(3)
        case "claim to have no cage": exit(WorkerExit.noCage.rawValue)
        case "be killed": kill(getpid(), SIGKILL)
        case "crash": abort()
        case "hang up": close(Job.socket); while true { pause() }
        case "say nothing": try channel.socket.send(counted(0))
        case "say too much": try channel.socket.send(counted(Int.max))
        case "say less": try channel.socket.send([1, 0, 0, 0])
        case "say it in one": try channel.socket.send([UInt8](repeating: 0, count: OwnedDescriptor.longestDatagram + 1))
        case "break off": try channel.socket.send(counted(100, "abc")); exit(0)
        case "falter": try channel.socket.send(counted(100, "abc")); while true { pause() }
        case "babble": try channel.socket.send(counted(10, "0123456789"))
        case "nest": try channel.socket.send(counted(50_000, String(repeating: "[", count: 50_000)))
        case "exaggerate":
            var facts = MediaFacts.of(width: 1)
            facts.orientation = 99
            try answer(channel, with: facts)
        case "invent a type": try answer(channel, with: MediaFacts.of(width: 1, mimeType: "text/html"))
        case "hide a zero":
            var facts = MediaFacts.of(width: 1)
            facts.title = "a\0b"
            try answer(channel, with: facts)
        case "paint the terminal": try channel.send(.invalidContent("\u{1B}[2Jgone"))
        case "give no reason": try channel.send(.invalidContent(""))
        default: exit(4)
        }
    }

    private static func send(_ order: String) -> JobAnswer {
        typealias Tag = FileMetadata.Tag
        let tags: [Tag] =
            switch order {
            case "tell a place":
                [Tag("exif:GPSLatitude", "47,29.874000N"), Tag("exif:FNumber", "47.4979 19.0402 Chain Bridge")]
            case "tell an unknown name": [Tag("secret:Place", "47.4979")]
            case "tell twice": [Tag("exif:FNumber", "1"), Tag("exif:FNumber", "2")]
            case "tell too much": (0..<2000).map { Tag("exif:A\($0)", "1") }
            case "tell a control character": [Tag("dc:title", "\u{1B}[2J")]
            // Under names that anybody may know.
            case "tell a place by words": [Tag("photoshop:Country", "47.4979"), Tag("exif:New", "47.4979")]
            case _ where order.hasPrefix("tell after "):
                [Tag("dc:title", "A title"), Tag("tiff:Model", "Testcamera"), Tag("photoshop:City", "Budapest")]
            default: exit(5)
            }
        if order.hasPrefix("tell after ") { waitForFile(String(order.dropFirst(11))) }
        return .metadata(FileMetadata(tags))
    }

    private static func redaction(_ order: String) -> JobAnswer {
        if order.hasPrefix("redact nothing after ") {
            waitForFile(String(order.dropFirst(21)))
            return .invalidContent("It has metadata everywhere.")
        }
        // Who it is.
        let number = withUnsafeBytes(of: UInt32(getpid()).littleEndian) { Array($0) }
        return .redaction(Redaction(changes: [RedactedRange(offset: 0, content: .bytes(number))]))
    }

    /// Writes its process to a file, all at once.
    private static func reportIdentity(in path: String) throws {
        let file = OwnedDescriptor(owning: open(path + "-begun", O_WRONLY | O_CREAT, 0o600))
        try file.write(Array("\(getpid())".utf8))
        rename(path + "-begun", path)
    }

    /// Says that it has begun, and waits until a file with this name is there.
    private static func waitForFile(_ path: String) {
        close(open(path + "-begun", O_WRONLY | O_CREAT, 0o600))
        while access(path, F_OK) != 0 { usleep(10_000) }
    }

    private static func answer(_ channel: MessageChannel<JobAnswer, Job>, with facts: MediaFacts) throws {
        try channel.send(.facts(facts))
    }

    /// A text after a count of bytes, which may be wrong.
    private static func counted(_ count: Int, _ text: String = "") -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: count >> ($0 * 8)) } + Array(text.utf8)
    }
}

extension MediaFacts {
    fileprivate static func of(width: UInt32, mimeType: String = "image/png") -> MediaFacts {
        MediaFacts(mediaType: .image, mimeType: mimeType, pixelWidth: width, pixelHeight: 1)
    }
}
