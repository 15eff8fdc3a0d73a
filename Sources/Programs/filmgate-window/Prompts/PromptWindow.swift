import FilmgateGTK
import FilmgateModel
import FilmgatePrompts

/// The window of one prompt.
final class PromptWindow {
    let question: AgentPrompt
    let photos: PromptPhotos

    private let agent: AgentConnection
    private let window: Window
    private let guarding = InputGuard()
    private let stack: Stack
    private let answer: (PromptAnswer) -> Void
    private var access: AccessPage?
    private var confirmation: ConfirmationPage?
    private var selection: SelectionPage?
    /// The page after the selection, if the app requests square parts of images.
    private var framing: SquareCropPage?
    private var isClosed = false
    /// The minimum height of the window after the person has expanded the details. A taller page scrolls.
    private static let expandedHeight = 860
    /// The size of the window before the person opened the selection page.
    private var questionSize: (width: Int, height: Int)?

    /// - Parameter answer: called with the person's decision, or with the dismissal of the prompt.
    init(_ question: AgentPrompt, _ agent: AgentConnection, answer: @escaping (PromptAnswer) -> Void) {
        self.question = question
        self.agent = agent
        self.answer = answer
        photos = PromptPhotos(of: question, from: agent)
        let builder = Builder("prompt.ui")
        window = Window(in: builder, "window")
        stack = Stack(in: builder, "stack")
        window.setTitle(PromptText(question).subject)
        window.onClose { [weak self] in
            self?.dismiss()
            return true
        }
        guarding.protect(window)
        window.onKey(beforeChildren: true) { [weak self] _, _ in
            self?.notePresence()
            return false
        }
        ActionGroup("win", on: window).add("cancel", self, keys: "Escape") { $0.cancel() }
        show()
    }

    func present() {
        guarding.close()
        if let parent = question.parentWindow { window.attach(toParent: parent) }
        window.present()
        // Shows the focus, so that a person who uses the keyboard sees which button Enter would press.
        window.showFocus()
    }

    /// Closes the window without sending an answer.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        photos.images.forgetAll()
        window.destroy()
    }

    func receive(_ albums: [AlbumSummary]) { selection?.receive(albums) }

    private func notePresence() {
        guard !guarding.isClosed else { return }
        agent.send(.present(question.id))
    }

    // MARK: Pages

    private func show() {
        switch question.kind {
        case .access:
            let page = AccessPage(question, photos) { [weak self] in self?.decide($0) }
            page.onSelect = { [weak self, weak page] in
                if let page { self?.select(for: page) }
            }
            access = page
            stack.add(page.widget, named: "access")
            stack.visibleChild = "access"
            // Makes the window as high as its content.
            window.setDefaultWidth(480, height: -1)
            page.onExpand = { [weak self] in
                guard let window = self?.window, window.height < Self.expandedHeight else { return }
                window.setDefaultWidth(window.width, height: Self.expandedHeight)
            }
            page.focusFirst()
            guarding.cover(page.answers)
        case .confirm:
            let page = ConfirmationPage(question, photos) { [weak self] in self?.decide($0) }
            confirmation = page
            stack.add(page.widget, named: "confirmation")
            stack.visibleChild = "confirmation"
            window.setDefaultWidth(560, height: 640)
            page.focusFirst()
            guarding.cover(page.answers)
        case .selection, .pick:
            let isPick = question.kind == .pick
            let page = selectionPage(selected: question.selection) { [weak self] chosen in
                if isPick { self?.picked(chosen) } else { self?.decide(PromptAnswer(.done(chosen.items))) }
            }
            page.onCancel = { [weak self] in self?.dismiss() }
            page.onOtherFiles = { [weak self] in self?.decide(PromptAnswer(.otherFiles)) }
            window.setDefaultWidth(900, height: 680)
        case .settings: break
        }
    }

    private func selectionPage(selected: [AssetID], done: @escaping (PickAnswer) -> Void)
        -> SelectionPage
    {
        let page = SelectionPage(question, photos, selected: selected) { [weak self] chosen in
            guard self?.guarding.isClosed == false else { return }
            done(chosen)
        }
        selection = page
        stack.add(page.widget, named: "selection")
        stack.visibleChild = "selection"
        guarding.cover(page.answers)
        agent.send(.wantAlbums(question.id))
        page.start()
        return page
    }

    /// Opens the selection page from the access page. If the person cancels, shows the access page again.
    private func select(for page: AccessPage) {
        // Ignores the second press of a double click, which was meant for the access page.
        guarding.close()
        if let selection {
            stack.visibleChild = "selection"
            selection.start()
        } else {
            let selection = selectionPage(selected: []) { [weak self, weak page] chosen in
                if let page { self?.decide(page.answer(.select, selection: chosen.items)) }
            }
            selection.onCancel = { [weak self, weak page] in
                self?.stack.visibleChild = "access"
                page?.focusFirst()
                self?.guarding.close()
                if let size = self?.questionSize { self?.window.setDefaultWidth(size.width, height: size.height) }
            }
        }
        questionSize = window.defaultSize
        window.setDefaultWidth(900, height: 680)
    }

    /// Opens the framing page for the picked images if the app requests square parts. Otherwise sends the answer.
    private func picked(_ pick: PickAnswer) {
        let images = selection?.images(in: pick.items) ?? []
        guard question.picker?.crop == .square, !images.isEmpty else { return decide(PromptAnswer(.picked(pick))) }
        let page = SquareCropPage(pick, framing: images, framing?.crops ?? [:], photos.images) { [weak self] in
            self?.decide(PromptAnswer(.picked($0)))
        }
        if let framing {
            guarding.uncover(framing.answers)
            stack.remove(framing.widget)
        }
        framing = page
        page.onBack = { [weak self] in
            self?.stack.visibleChild = "selection"
            self?.selection?.focus()
            self?.guarding.close()
        }
        // Ignores the second press of a double click, which was meant for the previous image.
        page.onLast = { [weak self] in self?.guarding.close() }
        stack.add(page.widget, named: "framing")
        stack.visibleChild = "framing"
        page.grabFocus()
        guarding.cover(page.answers)
        // Ignores the second press of a double click, which was meant for the selection page.
        guarding.close()
    }

    // MARK: Answers

    private func decide(_ answer: PromptAnswer) {
        guard !isClosed, !guarding.isClosed else { return }
        self.answer(answer)
    }

    private func cancel() {
        if let framing, stack.visibleChild == "framing" { return framing.goBack() }
        if let selection, stack.visibleChild == "selection" { selection.onCancel() } else { dismiss() }
    }

    /// Dismisses the prompt without a decision.
    private func dismiss() {
        guard !isClosed else { return }
        answer(question.dismissal)
    }
}
