internal import FilmgateMedia
internal import FilmgateModel
internal import FilmgateStore
internal import FilmgateSystem
internal import FilmgateWire

/// The videos that clients hold open, and the room for those that are being made. They have no names, so the disk keeps them for as
/// long.
@BrokerActor final class MadeVideos {
    struct Video: Sendable {
        let order: VideoOrder
        /// Open for writing here, and nowhere else.
        let content: OwnedDescriptor
        let made: WorkerVideo
        /// The client for which it was made.
        let client: ClientID
    }

    private var videos: [Video] = []
    private var reservations: [Int: (client: ClientID, room: UInt64)] = [:]
    private var lastReservation = 0
    /// Runs while there are videos.
    private var cleaning: RepeatingTimer?
    private static let cleaningInterval: Duration = .seconds(10)
    /// Bytes that all of them together may have.
    private static let most: UInt64 = 32 << 30

    /// Returns a video that a client holds open.
    func video(as order: VideoOrder) -> Video? {
        dropUnused()
        return videos.first { $0.order == order }
    }

    func add(_ video: Video) {
        videos.append(video)
        cleaning = cleaning ?? RepeatingTimer(every: Self.cleaningInterval) { [weak self] _ in self?.dropUnused() }
    }

    /// Reserves room for one more video of a client.
    ///
    /// - Returns: the number of the reservation, which `release` ends.
    /// - Throws: `tooLarge` for a video that is larger than all may be together, `limitsExceeded` if the client holds too many.
    func reserve(_ room: UInt64, for client: ClientID) throws(WireError) -> Int {
        dropUnused()
        var (own, others) = (UInt64(0), UInt64(0))
        for (holder, bytes) in videos.map({ ($0.client, $0.made.size) }) + reservations.values.map({ ($0, $1) }) {
            if holder == client { own += bytes } else { others += bytes }
        }
        let share = fairShare(of: Int(MadeVideos.most), usedByOthers: Int(clamping: others), atLeast: 0)
        guard room <= MadeVideos.most else {
            throw .tooLarge(
                "RequestVideo: this video could have \(room) bytes; ask for a smaller preset, or for a part of it.")
        }
        guard own + others + room <= MadeVideos.most, own == 0 || Int(clamping: own) + Int(clamping: room) <= share
        else {
            throw .limitsExceeded(
                "RequestVideo: this app holds too many videos open that were made for it; close some.")
        }
        lastReservation += 1
        reservations[lastReservation] = (client, room)
        return lastReservation
    }

    func release(_ reservation: Int) { reservations[reservation] = nil }

    private func dropUnused() {
        videos.removeAll { !$0.content.isOpenElsewhere }
        if videos.isEmpty {
            cleaning?.cancel()
            cleaning = nil
        }
    }
}
