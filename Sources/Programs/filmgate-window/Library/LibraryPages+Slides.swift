import Filmgate
import FilmgateGTK
import FilmgatePrompts
import FilmgateText

extension LibraryPages {
    /// Starts a slide show of the page's photos, which begins with the shown or focused photo.
    func beginSlides() {
        let page = pages.visibleChild
        guard page == "viewer" || page == "photos", !viewer.showsSlides else { return }
        let (item, assets, library) = (sidebar.selected, page == "viewer" ? viewed : photosPage.grid.assets, library)
        let focused = photosPage.grid.view.focusedPosition.flatMap { assets.indices.contains($0) ? assets[$0].id : nil }
        let first = page == "viewer" ? viewer.shown?.id : focused
        let showsHidden = item == .hidden
        preparing?.cancel()
        preparing = Task {
            do {
                let visible = showsHidden ? assets : try await SlideOrder.unhidden(assets, in: library)
                guard !Task.isCancelled, pages.visibleChild == page, sidebar.selected == item else { return }
                guard !visible.isEmpty else { return editor.say(localized("There are no photos to show.")) }
                viewer.showSlides(
                    visible, of: assets, from: first, showsHidden: showsHidden, areTrashed: item == .trash)
                onPage("viewer")
            } catch {
                if !Task.isCancelled { editor.say(error) }
            }
        }
    }
}
