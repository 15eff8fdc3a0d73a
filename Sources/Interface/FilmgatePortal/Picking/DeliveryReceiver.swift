import FilmgateSystem
import Synchronization

/// Stores the first file of a request, which is the photo or the video. Ignores the second file of a live photo.
final class DeliveryReceiver: Sendable {
    private let file = Mutex<OwnedDescriptor?>(nil)

    var content: OwnedDescriptor? { file.withLock { $0 } }

    func take(_ content: OwnedDescriptor) {
        file.withLock { file in if file == nil { file = content } }
    }
}
