import FilmgateGTK
import FilmgateText

/// Shows the viewer in full screen, on a black background. The controls fade while the pointer does not move.
final class FullScreenPresenter {
    /// Called with true when full screen begins, and with false when it ends.
    var onChange: (Bool) -> Void = { _ in }
    /// Called with true when the pointer must be hidden, and with false when it must be shown again.
    var onPointerHidden: (Bool) -> Void = { _ in }
    /// Returns whether the controls must stay visible although the pointer does not move.
    var keepsControls: () -> Bool = { false }
    private(set) var isOn = false

    private let window: Window
    private let page: Box
    private let header: Widget
    private let overlay: Overlay
    private let button: Button
    /// The widgets that fade while the pointer does not move.
    var controls: [Widget]
    private let actions: ActionGroup
    private let viewerActions: ActionGroup
    private var isIdle = false
    private var waiting: Timeout?
    /// The last position of the pointer; nil before the pointer has moved over the viewer.
    private var pointer: (x: Double, y: Double)?

    /// The time without pointer motion after which the controls fade, in milliseconds.
    private static let pause: UInt32 = 3000

    /// - Parameter viewerActions: the actions of the photo, whose shortcuts take precedence.
    init(_ builder: Builder, _ viewerActions: ActionGroup, of window: Window) {
        self.window = window
        self.viewerActions = viewerActions
        page = Box(in: builder, "page")
        header = Widget(in: builder, "header")
        overlay = Overlay(in: builder, "overlay")
        button = Button(in: builder, "full-screen")
        controls = [header, Widget(in: builder, "previous"), Widget(in: builder, "next")]
        actions = ActionGroup("screen", on: page)
        actions.add("full-screen", self, keys: "F11") { $0.toggle() }
        // In full screen, Escape only ends full screen. Otherwise, Escape closes the photo.
        actions.add("leave", self, keys: "Escape") { $0.leave() }
        viewerActions.add("leave-full-screen", self, keys: "Escape") { $0.leave() }
        allowLeaving()
        connect()
    }

    private func connect() {
        window.onFullScreenChanged { [weak self] in
            guard let self else { return }
            // The desktop can begin full screen on any page, but only the viewer has a full-screen layout.
            set(window.isFullScreen && page.isOnScreen)
        }
        page.onPointerMoved { [weak self] x, y in
            // After a layout change, GTK also reports motion for a pointer that has not moved.
            guard let self, pointer?.x != x || pointer?.y != y else { return }
            pointer = (x, y)
            showControls()
        }
        page.beforePress { [weak self] in self?.showControls() }
        page.onKey(beforeChildren: true) { [weak self] key, _ in
            if key == .tab || key == .backTab { self?.showControls() }
            return false
        }
    }

    func toggle() { if isOn { leave() } else { window.isFullScreen = true } }

    func leave() {
        guard isOn else { return }
        set(false)
        window.isFullScreen = false
    }

    private func allowLeaving() {
        actions["leave"].isEnabled = isOn
        viewerActions["leave-full-screen"].isEnabled = isOn
    }

    private func set(_ isOn: Bool) {
        guard isOn != self.isOn else { return }
        self.isOn = isOn
        allowLeaving()
        Window.setDark(isOn)
        if isOn {
            page.remove(header)
            header.place(horizontally: .fill, vertically: .start)
            overlay.add(header)
            page.add(cssClass: "full-screen")
        } else {
            overlay.remove(header)
            page.prepend(header)
            page.remove(cssClass: "full-screen")
        }
        let text = isOn ? localized("Leave Full Screen") : localized("Full Screen")
        button.setIcon(isOn ? "view-restore-symbolic" : "view-fullscreen-symbolic")
        button.setTooltip(text)
        button.setAccessibleLabel(text)
        showControls()
        onChange(isOn)
    }

    // MARK: The controls

    private func showControls() {
        if isIdle { setIdle(false) }
        waiting?.cancel()
        waiting = isOn ? MainLoop.after(milliseconds: Self.pause) { [weak self] in self?.rested() } : nil
    }

    private func rested() {
        // Keeps the controls visible if the person may be about to use them.
        let isUsed = keepsControls() || header.containsFocus || pointer.map { $0.y < Double(header.height) } ?? false
        if isUsed { showControls() } else { setIdle(true) }
    }

    private func setIdle(_ isIdle: Bool) {
        self.isIdle = isIdle
        if isIdle { page.add(cssClass: "idle") } else { page.remove(cssClass: "idle") }
        // A tap must not activate a control that has faded.
        for control in controls { control.takesPointer = !isIdle }
        page.setCursor(isIdle ? "none" : nil)
        onPointerHidden(isIdle)
    }
}
