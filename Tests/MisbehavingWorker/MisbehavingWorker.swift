import FilmgateJobs
import FilmgateModel
import FilmgateSystem
import Glibc

/// A worker without a cage that does what the file tells it, as one would that the file has taken over.
@main
struct MisbehavingWorker {
    static func main() throws {
        let socket = OwnedDescriptor(owning: Job.socket)
        var isDoomed = false
        while true {
            let (header, file) = try socket.receiveWithDescriptor(atMost: Job.Header.size)
            guard !header.isEmpty, let file else { exit(0) }
            if isDoomed { abort() }
            let order = String(decoding: try file.contents(upTo: 100) ?? [], as: UTF8.self)
            isDoomed = order == "die at the next"
            // A job that writes has parameters, which nobody reads.
            if order.hasPrefix("make no "), let job = Job.Header(header), job.parameterSize > 0 {
                if let words = order.firstRange(of: " as told in ") {
                    try tellWho(in: String(order[words.upperBound...]))
                }
                while true { pause() }
            }
            if order.hasPrefix("redact "), let job = Job.Header(header), job.parameterSize > 0 {
                var left = job.parameterSize
                while left > 0 { left -= try socket.receiveWithDescriptor(atMost: left).bytes.count }
                try socket.send(redaction(order).encoded())
            } else if order.hasPrefix("tell "), Job.Header(header).flatMap({ Job($0, []) }) == .metadata {
                try tell(order, socket)
            } else {
                try obey(order, file, socket)
            }
        }
    }

    private static func obey(_ order: String, _ file: OwnedDescriptor, _ socket: OwnedDescriptor) throws {
        switch order {
        case _ where order.hasPrefix("redact "), _ where order.hasPrefix("tell ") && order != "tell who you are":
            try answer(socket, with: MediaFacts.of(width: 1))
        case "behave", "die at the next": try answer(socket, with: MediaFacts.of(width: 1))
        case _ where order.hasPrefix("make no image"): try answer(socket, with: MediaFacts.of(width: 1))
        case "make no video":
            var facts = MediaFacts(mediaType: .video, mimeType: "video/mp4", pixelWidth: 320, pixelHeight: 240)
            facts.duration = 10
            try answer(socket, with: facts)
        case "make no long video":
            // The room for it is 14 GiB if it is passed through.
            var facts = MediaFacts(mediaType: .video, mimeType: "video/mp4", pixelWidth: 7680, pixelHeight: 4320)
            facts.duration = 600
            try answer(socket, with: facts)
        case "tell who you are": try answer(socket, with: MediaFacts.of(width: UInt32(getpid())))
        case "write into the file":
            try answer(socket, with: MediaFacts.of(width: write(file.rawValue, "x", 1) == 1 ? 2 : 1))
        case "answer twice":
            // In one piece: the second is there before the next job is.
            let answers = [1, 666].flatMap { JobAnswer.facts(MediaFacts.of(width: $0)).encoded() }
            try socket.send(answers)
        case "hang": while true { pause() }
        case "spin": while true { _ = getpid() }
        case "leave": exit(3)
        case "claim to have no cage": exit(WorkerExit.noCage.rawValue)
        case "be killed": kill(getpid(), SIGKILL)
        case "crash": abort()
        case "hang up": close(Job.socket); while true { pause() }
        case "say nothing": try socket.send([0, 0, 0, 0])
        case "say too much": try socket.send([0xFF, 0xFF, 0xFF, 0x7F])
        case "break off": try socket.send([100, 0, 0, 0, 1, 2, 3]); exit(0)
        case "falter": try socket.send([100, 0, 0, 0, 1, 2, 3]); while true { pause() }
        case "babble": try socket.send([10, 0, 0, 0] + Array("0123456789".utf8))
        case "nest": try socket.send(counted(String(repeating: "[", count: 100_000)))
        case "exaggerate":
            var facts = MediaFacts.of(width: 1)
            facts.orientation = 99
            try answer(socket, with: facts)
        case "invent a type": try answer(socket, with: MediaFacts.of(width: 1, mimeType: "text/html"))
        case "hide a zero":
            var facts = MediaFacts.of(width: 1)
            facts.title = "a\0b"
            try answer(socket, with: facts)
        case "paint the terminal": try socket.send(JobAnswer.invalidContent("\u{1B}[2Jgone").encoded())
        case "give no reason": try socket.send(JobAnswer.invalidContent("").encoded())
        default: exit(4)
        }
    }

    private static func tell(_ order: String, _ socket: OwnedDescriptor) throws {
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
        try socket.send(JobAnswer.metadata(FileMetadata(tags)).encoded())
    }

    private static func redaction(_ order: String) -> JobAnswer {
        if order.hasPrefix("redact nothing after ") {
            waitForFile(String(order.dropFirst(21)))
            return .invalidContent("It has metadata everywhere.")
        }
        // Who it is.
        let number = withUnsafeBytes(of: UInt32(getpid()).littleEndian) { Array($0) }
        return .redaction(Redaction(changes: [FileChange(offset: 0, content: .bytes(number))]))
    }

    /// Writes its process to a file, all at once.
    private static func tellWho(in path: String) throws {
        let file = OwnedDescriptor(owning: open(path + "-begun", O_WRONLY | O_CREAT, 0o600))
        try file.write(Array("\(getpid())".utf8))
        rename(path + "-begun", path)
    }

    /// Says that it has begun, and waits until a file with this name is there.
    private static func waitForFile(_ path: String) {
        close(open(path + "-begun", O_WRONLY | O_CREAT, 0o600))
        while access(path, F_OK) != 0 { usleep(10_000) }
    }

    private static func answer(_ socket: OwnedDescriptor, with facts: MediaFacts) throws {
        try socket.send(JobAnswer.facts(facts).encoded())
    }

    private static func counted(_ text: String) -> [UInt8] {
        let count = UInt32(text.utf8.count)
        return (0..<4).map { UInt8(truncatingIfNeeded: count >> ($0 * 8)) } + Array(text.utf8)
    }
}

extension MediaFacts {
    fileprivate static func of(width: UInt32, mimeType: String = "image/png") -> MediaFacts {
        MediaFacts(mediaType: .image, mimeType: mimeType, pixelWidth: width, pixelHeight: 1)
    }
}
