import Filmgate
import FilmgateGTK
import FilmgateModel
import FilmgateSystem

/// Shows the picture of a photo in the size that the person wants, down to the pixel.
final class ZoomView {
    /// Is called if the whole picture cannot be read.
    var onFailure: (any Error) -> Void = { _ in }

    private let library: PhotoLibrary
    private let scroller: ScrolledWindow
    private let picture: Picture
    private var asset: AssetID?
    /// Every pixel of the photo, once it is needed.
    private var whole: Texture?
    private var loading: Task<Void, Never>?
    /// How many pixels of the screen a pixel of the photo takes; nil: as many as fit.
    private var scale: Double?

    /// The longest side of a picture that is shown in full.
    private static let mostPixels: UInt32 = 12_000
    private nonisolated static let mostBytes = 256 << 20
    private static let scales = [0.125, 0.25, 0.5, 1, 2, 4]

    init(_ builder: Builder, _ library: PhotoLibrary) {
        self.library = library
        scroller = ScrolledWindow(in: builder, "scroller")
        picture = Picture(in: builder, "preview-picture")
    }

    func show(_ asset: AssetID) {
        loading?.cancel()
        loading = nil
        self.asset = asset
        whole = nil
        fit()
    }

    func fit() {
        scale = nil
        picture.setSize(width: -1, height: -1)
    }

    /// Shows a pixel of the photo as a pixel of the screen.
    func showPixels() { zoom(to: 1) }

    func zoomIn() {
        let now = scale ?? fittingScale
        zoom(to: Self.scales.first { $0 > now * 1.01 } ?? Self.scales[Self.scales.count - 1])
    }

    func zoomOut() {
        let now = scale ?? fittingScale
        let next = Self.scales.last { $0 < now * 0.99 }
        if let next, next > fittingScale { zoom(to: next) } else { fit() }
    }

    private func zoom(to scale: Double) {
        self.scale = scale
        guard whole == nil else { return resize() }
        guard loading == nil, let asset else { return }
        let library = library
        loading = Task {
            do {
                let image = try await library.image(
                    for: asset, as: .fitting(Self.mostPixels, Self.mostPixels), delivery: .highQuality
                ).last
                let texture = await Self.texture(image.content)
                guard !Task.isCancelled, asset == self.asset else { return }
                loading = nil
                whole = texture
                if let texture { picture.texture = texture }
                resize()
            } catch {
                guard !Task.isCancelled else { return }
                loading = nil
                fit()
                onFailure(error)
            }
        }
    }

    private func resize() {
        guard let scale, let whole else { return }
        let unit = scale / Double(max(1, picture.scaleFactor))
        picture.setSize(width: Int(Double(whole.width) * unit), height: Int(Double(whole.height) * unit))
    }

    /// The scale at which the whole photo is in view.
    private var fittingScale: Double {
        guard let texture = whole ?? picture.texture, texture.width > 0, texture.height > 0 else { return 1 }
        let unit = Double(max(1, picture.scaleFactor))
        return min(
            Double(scroller.width) * unit / Double(texture.width),
            Double(scroller.height) * unit / Double(texture.height))
    }

    @concurrent
    private nonisolated static func texture(_ content: OwnedDescriptor) async -> Texture? {
        Texture.jpeg(content, upTo: mostBytes)
    }
}
