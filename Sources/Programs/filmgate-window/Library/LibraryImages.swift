import Filmgate
import FilmgateModel

/// Loads the images of the library's photos from the broker.
final class LibraryImages: ImageSource {
    /// The loader that receives the images.
    var loader: ImageLoader? {
        get { receiver.loader }
        set { receiver.loader = newValue }
    }

    private let receiver = Receiver()
    private let queue: ImageQueue

    init(from library: PhotoLibrary) {
        queue = ImageQueue(from: library) { [receiver] in await receiver.receive($0) }
    }

    func want(_ assets: [AssetID], size: Int) { queue.want(assets, size: size) }

    func forget(_ assets: [AssetID], size: Int) { queue.forget(assets, size: size) }

    private final class Receiver {
        weak var loader: ImageLoader?

        func receive(_ delivery: ImageQueue.Delivery) {
            switch delivery.content {
            case .image(let content, let isDegraded):
                loader?.receive(content, of: delivery.asset, size: delivery.size, isDegraded: isDegraded)
            case .failure(let reason): loader?.failed(delivery.asset, size: delivery.size, reason: reason)
            }
        }
    }
}
