import FilmgateSystem
import Synchronization

/// Receives the first file of a request: the photo, or the video. A live photo also has a second one.
final class DeliveryReceiver: Sendable {
    private let file = Mutex<OwnedDescriptor?>(nil)

    var content: OwnedDescriptor? { file.withLock { $0 } }

    func take(_ content: OwnedDescriptor) {
        file.withLock { file in if file == nil { file = content } }
    }
}
