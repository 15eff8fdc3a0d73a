import FilmgateDBus
import FilmgateModel
import FilmgatePictures
import FilmgatePrompts
import FilmgateSystem
import FilmgateText
import FoundationEssentials
import Glibc

/// The front end that uses the whole terminal. Passes keys to the model, and shows the model's frames.
///
/// Runs on its own event loop, because only one thread may use ncurses.
actor TerminalFrontEnd: FrontEnd {
    private let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private let report: FrontEndCallbacks
    private var model: TerminalModel
    private var screen: Screen?
    /// The pictures; nil if the terminal cannot show any, or if they are not wanted.
    private var pictures: ScreenPictures?
    private var source: PictureSource?
    private var watches: [Watch] = []

    init(_ report: FrontEndCallbacks) throws(Errno) {
        loop = try EventLoop.onOwnThread(named: "terminal")
        self.report = report
        model = TerminalModel(size: TerminalSize(rows: 24, columns: 80)) { CivilTime($0, in: .local) }
    }

    /// Opens the terminal.
    ///
    /// - Parameters:
    ///   - signals: the signals for resizing and for ending.
    ///   - wanted: whether to show pictures; nil means only if the terminal can show images.
    /// - Throws: if there is no suitable terminal, or if it cannot show pictures and `wanted` is true.
    func open(_ signals: SignalDescriptor, pictures wanted: Bool?, from source: @escaping PictureSource) throws {
        let terminal = try TerminalFrontEnd.pictureTerminal(wanted)
        let screen = try Screen()
        self.screen = screen
        self.source = source
        if let terminal {
            let isShown = wanted ?? terminal.format.showsPixels
            pictures = ScreenPictures(terminal)
            model = TerminalModel(size: model.size, pictures: isShown ? .shown : .hidden) { CivilTime($0, in: .local) }
        }
        watches = [
            try loop.watch(try OwnedDescriptor.standardInput()) { [weak self] in
                self?.assumeIsolated { $0.readKeys() }
            },
            try loop.watch(signals.descriptor) { [weak self] in
                while let signal = signals.next() { self?.assumeIsolated { $0.receive(signal) } }
            },
        ]
        handle(.resized(screen.size()))
    }

    func send(_ message: AgentMessage, with content: OwnedDescriptor?) { handle(.received(message)) }

    /// Restores the terminal.
    func close() {
        watches = []
        pictures?.cancelAll()
        screen?.close()
        screen = nil
    }

    private func readKeys() {
        guard let screen else { return }
        var isHungUp = true
        while let key = screen.key() {
            isHungUp = false
            for action in model.handle(.key(key)) { perform(action) }
        }
        // The terminal became readable without a key. So the terminal may have been closed.
        if isHungUp, screen.isGone { return end(nil) }
        draw()
    }

    private func receive(_ signal: Int32) {
        guard signal == SIGWINCH else { return end(nil) }
        if let screen {
            screen.repair()
            pictures?.forgetDrawn()
            handle(.resized(screen.size()))
        }
    }

    private func handle(_ event: TerminalModel.TerminalInput) {
        for action in model.handle(event) { perform(action) }
        draw()
    }

    private func perform(_ action: TerminalModel.Action) {
        switch action {
        case .say(let message): report.say(message)
        case .forgetKeys: screen?.forgetKeys()
        case .quit: end(nil)
        }
    }

    private func draw() {
        guard let screen else { return }
        let frame = model.frame()
        guard let pictures else { return screen.show(frame) }
        pictures.show(frame, on: screen)
        for place in pictures.missing(in: frame) { load(place) }
    }

    // MARK: Pictures

    /// Returns the terminal to which pictures are printed; nil if pictures cannot be shown, or are not wanted.
    ///
    /// - Throws: an `AgentError` if `wanted` is true but pictures cannot be shown.
    private static func pictureTerminal(_ wanted: Bool?) throws(AgentError) -> PictureTerminal? {
        guard wanted != false else { return nil }
        do throws(TerminalPictureRefusal) { return try PictureTerminal(ProcessInfo.processInfo.environment) } catch {
            guard wanted == true else { return nil }
            switch error {
            case .terminal:
                throw AgentError(
                    localized("This terminal (TERM) cannot show pictures. Omit --pictures."), code: EX_USAGE)
            case .noColor:
                throw AgentError(
                    localized(
                        "'--pictures' needs colors in this terminal, and NO_COLOR is set. Unset it, or omit --pictures."
                    ),
                    code: EX_USAGE)
            }
        }
    }

    private func load(_ place: PicturePlacement) {
        guard let source else { return }
        let photo = place.photo
        let (width, height) = place.box.pixels(.ofOutput)
        let task = Task {
            let result: Result<Bitmap, any Error>
            do { result = .success(try await source(photo, width, height)) } catch {
                result = .failure(error)
            }
            guard !Task.isCancelled else { return }
            receive(result, for: photo)
        }
        pictures?.began(task, for: photo)
    }

    private func receive(_ result: Result<Bitmap, any Error>, for photo: AssetID) {
        pictures?.receive(result, for: photo)
        draw()
    }

    private func end(_ complaint: AgentError?) {
        close()
        report.ended(complaint)
    }
}

extension OwnedDescriptor {
    fileprivate static func standardInput() throws(Errno) -> OwnedDescriptor {
        OwnedDescriptor(owning: try calling { dup(STDIN_FILENO) })
    }
}
