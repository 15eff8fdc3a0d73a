import FilmgateSystem
import Synchronization

/// Stores the file that a request delivers.
final class DeliveryReceiver: Sendable {
    private let file = Mutex<OwnedDescriptor?>(nil)

    var content: OwnedDescriptor? { file.withLock { $0 } }

    func take(_ content: OwnedDescriptor) {
        file.withLock { file in if file == nil { file = content } }
    }
}
