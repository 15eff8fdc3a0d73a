import FilmgateCameraJobs
import FilmgateGTK
import FilmgateText

/// The list of cameras and phones in the import menu. The list searches for cameras each time the menu opens.
final class CameraMenu {
    /// Called with the camera that the person chooses.
    var onChosen: (ListedCamera) -> Void = { _ in }

    private let list: ListBox
    private let popover: Popover
    /// The camera at the port from the command line. The search does not find some cameras, such as network cameras.
    private let named: ListedCamera?
    private var cameras: [ListedCamera] = []
    private var looking: Task<Void, Never>?

    init(_ builder: Builder, named port: String?) {
        named = port.map { ListedCamera(model: "", port: $0) }
        list = ListBox(in: builder, "cameras")
        popover = Popover(in: builder, "import-popover")
        show([])
        popover.onShown { [weak self] in self?.look() }
        list.onActivated { [weak self] index in
            guard let self, cameras.indices.contains(index) else { return }
            popover.close()
            onChosen(cameras[index])
        }
    }

    private func look() {
        guard looking == nil else { return }
        looking = Task {
            // If `filmgate-camera` is missing or fails, the search finds no cameras.
            let found = (try? await CameraSession.cameras()) ?? []
            show(found)
            looking = nil
        }
    }

    private func show(_ found: [ListedCamera]) {
        let shown = (named.map { [$0] } ?? []) + found
        guard shown != cameras || list.count == 0 else { return }
        cameras = shown
        list.removeAll()
        for camera in cameras {
            let name = Text.singleLine(camera.model.isEmpty ? camera.port : camera.model) ?? ""
            let title = localized("Import from {camera}", ["camera": name])
            list.append(LinkRow(title, "", icon: .symbolic("camera-photo-symbolic")))
        }
        list.isVisible = !cameras.isEmpty
    }
}
