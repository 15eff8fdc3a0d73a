import Filmgate
import FilmgateModel

/// The images of the library, which the broker makes.
final class LibraryImages: ImageSource {
    /// The receiver of the images.
    var loader: ImageLoader? {
        get { receiver.loader }
        set { receiver.loader = newValue }
    }

    private let receiver = Receiver()
    private let queue: ImageQueue

    init(from library: PhotoLibrary) {
        queue = ImageQueue(from: library) { [receiver] in await receiver.came($0) }
    }

    func want(_ assets: [AssetID], size: Int) { queue.want(assets, size: size) }

    func forget(_ assets: [AssetID], size: Int) { queue.forget(assets, size: size) }

    private final class Receiver {
        weak var loader: ImageLoader?

        func came(_ delivery: ImageQueue.Delivery) {
            switch delivery.content {
            case .image(let content, let isDegraded):
                loader?.came(content, of: delivery.asset, size: delivery.size, isDegraded: isDegraded)
            case .failure(let reason): loader?.failed(delivery.asset, size: delivery.size, reason: reason)
            }
        }
    }
}
