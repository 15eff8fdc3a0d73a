import Filmgate
import FilmgateGTK
import FilmgateModel
import FilmgateText

/// Lets the person choose the photo that represents a burst, and move the burst's other photos to the trash.
final class BurstPicker {
    /// Returns the photo to which the actions apply.
    var target: () -> AssetID? = { nil }
    /// Called when `read` has found that a different photo represents the burst.
    var onPicked: () -> Void = {}
    /// The identifier of the burst whose photos the grid shows.
    var burst: String? {
        didSet {
            if burst != oldValue { picked = nil }
            offer()
        }
    }
    /// Whether `target` returns a photo.
    var hasTarget = true { didSet { offer() } }

    private let actions: ActionGroup
    private let library: PhotoLibrary
    private let editor: LibraryEditor
    private let window: Window
    /// The photo that represents the burst.
    private var picked: AssetID?

    init(_ actions: ActionGroup, _ editor: LibraryEditor, over window: Window) {
        self.actions = actions
        self.editor = editor
        self.window = window
        library = editor.library
        actions.add("use-in-burst", self, isChange: true, keys: "p") { $0.use() }
        actions.add("keep-only", self, isChange: true, keys: "o") { $0.keepOnly() }
        offer(false)
    }

    /// Returns the note for the photo that represents the burst; nil for other photos.
    func note(_ asset: AssetID) -> String? { burst != nil && asset == picked ? localized("Picked") : nil }

    /// Reads which photo represents the burst.
    func read() {
        guard let burst else { return }
        let library = library
        Task {
            let found = await library.first(.assets.where { $0.burstID == burst }.reading([]))
            guard let found, burst == self.burst, found.id != picked else { return }
            picked = found.id
            onPicked()
        }
    }

    private func offer() { offer(burst != nil && hasTarget) }

    /// - Parameter isOffered: whether the actions are enabled.
    func offer(_ isOffered: Bool) {
        for name in ["use-in-burst", "keep-only"] { actions[name].isEnabled = isOffered }
    }

    private func use() {
        guard let asset = target() else { return }
        var request = ChangeRequest()
        request.setBurstPick(asset)
        editor.perform([request], saying: localized("The photo stands for its burst now"))
    }

    private func keepOnly() {
        guard let asset = target() else { return }
        let library = library
        Task {
            do {
                guard let burst = await library.burst(of: asset) else { return }
                let result = try await library.fetch(.members(ofBurst: burst).reading([]))
                let all = try await result.elements(from: 0, count: result.count).map(\.id)
                let days = try await library.maintenance.summary().trashDays
                confirm(keeping: asset, without: all.filter { $0 != asset }, keptFor: days)
            } catch { editor.say(error) }
        }
    }

    /// - Parameter days: the number of days for which the trash keeps a photo; nil if it is not known.
    private func confirm(keeping asset: AssetID, without others: [AssetID], keptFor days: Int?) {
        guard !others.isEmpty else { return editor.say(localized("The burst has no other photos.")) }
        Dialog.confirm(
            counted(
                "Move {n} other photo of the burst to the trash?",
                "Move the {n} other photos of the burst to the trash?",
                others.count),
            days.map { counted("Photos stay in the trash for {n} day.", "Photos stay in the trash for {n} days.", $0) }
                ?? "", action: localized("_Keep Only This One"), over: window
        ) { [weak self] in
            var request = ChangeRequest()
            request.setBurstPick(asset)
            let deletions = ChangeRequest.batches(of: others) { part, request in request.deleteAssets(part) }
            self?.editor.perform(
                [request] + deletions,
                saying: SelectionBar.moved(CountText.text(photos: others.count, videos: 0)))
        }
    }
}
