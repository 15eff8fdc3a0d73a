import FilmgateGTK
import FilmgateModel
import FilmgatePrompts
import FilmgateText

/// The page that asks whether an app may make a batch of changes, and shows all photos that would change.
final class ConfirmationPage {
    let widget: Widget
    /// The part of the page with the buttons.
    let answers: Widget

    private let grid: PhotoGrid
    private let previews: ContentComparison
    private let deny: Button

    init(_ question: AgentPrompt, _ photos: PromptPhotos, answer: @escaping (PromptAnswer) -> Void) {
        let builder = Builder("confirmation.ui")
        widget = Widget(in: builder, "page")
        answers = Widget(in: builder, "answers")
        deny = Button(in: builder, "deny")
        grid = PhotoGrid(photos.images, in: ScrolledWindow(in: builder, "scroller"))
        grid.setTileSize(120)
        PromptHeader.fill(builder, for: question)
        Button(in: builder, "allow").setLabel(ConfirmationPage.label(of: question))
        // Shows all photos of the changes, even those that the agent cannot read.
        var seen: Set<AssetID> = []
        let ids = question.changes.flatMap(\.assets).filter { seen.insert($0).inserted }
        let previewed = question.previews.map(\.asset)
        previews = ContentComparison(of: previewed, in: Box(in: builder, "previews"))
        Widget(in: builder, "preview-scroller").isVisible = !previewed.isEmpty
        Widget(in: builder, "scroller").isVisible = !Set(ids).isSubset(of: previewed)
        let actions = ActionGroup("page", on: widget)
        actions.add("allow", self) { _ in answer(PromptAnswer(.allow)) }
        actions.add("deny", self) { _ in answer(PromptAnswer(.deny)) }
        if !previewed.isEmpty {
            photos.wantPreviews { [weak previews] asset, stage, texture in previews?.show(texture, of: asset, stage) }
        }
        grid.show(ids.map { ListedAsset(id: $0) })
        photos.want(AssetListRequest(question: question.id)) { [weak grid] assets in
            // The list adds only details such as dates, because the prompt already contains the photos' identifiers.
            let known = Dictionary((assets ?? []).map { ($0.id, $0) }) { first, _ in first }
            grid?.show(ids.map { known[$0] ?? ListedAsset(id: $0) })
        }
    }

    /// Returns the label of the button that allows the changes.
    private static func label(of question: AgentPrompt) -> String {
        switch Set(question.changes.map(\.name)) {
        case ["delete-assets"]: localized("_Move to Trash")
        case ["purge-assets"]: localized("_Delete Permanently")
        case ["set-content"], ["revert-content"]: localized("_Change Photos")
        default: localized("_Allow Changes")
        }
    }

    /// Moves the focus to the button that denies the changes.
    func focusFirst() { deny.grabFocus() }
}
