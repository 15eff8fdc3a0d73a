internal import Filmgate
internal import FilmgateFrontEnd
internal import FilmgateModel
internal import FilmgatePictures
internal import FilmgateSystem
internal import Synchronization

/// Requests the images that a front end wants for a question, some at a time, and sends them as they come.
///
/// Each wanted image is answered once: with images, or with a failure; unless it was forgotten.
final class ImageQueue: Sendable {
    private struct Wanted: Hashable {
        let asset: AssetID
        let size: Int
    }

    private struct State {
        /// In the order of the requests.
        var waiting: [Wanted] = []
        /// By their numbers.
        var running: [Int: Running] = [:]
        /// What waits or runs, and is still wanted.
        var wanted: Set<Wanted> = []
        var lastNumber = 0
    }

    private struct Running {
        let wanted: Wanted
        let task: Task<Void, Never>
    }

    /// How many requests are made at a time. The broker bounds how many a client may have.
    private static let width = 24
    /// The most images that wait. The oldest fail.
    private static let mostWaiting = 2000

    private let question: Question.ID
    private let library: PhotoLibrary
    private let frontEnd: any FrontEnd
    private let state = Mutex(State())

    init(of question: Question.ID, from library: PhotoLibrary, to frontEnd: any FrontEnd) {
        self.question = question
        self.library = library
        self.frontEnd = frontEnd
    }

    func want(_ request: ImagesRequest) {
        let dropped = state.withLock { state in
            for asset in request.assets {
                let wanted = Wanted(asset: asset, size: request.size)
                if state.wanted.insert(wanted).inserted { state.waiting.append(wanted) }
            }
            let dropped = Array(state.waiting.prefix(max(0, state.waiting.count - Self.mostWaiting)))
            state.waiting.removeFirst(dropped.count)
            state.wanted.subtract(dropped)
            fill(&state)
            return dropped
        }
        guard !dropped.isEmpty else { return }
        Task {
            for wanted in dropped { await fail(wanted, "busy") }
        }
    }

    func forget(_ request: ImagesRequest) {
        let forgotten = Set(request.assets.map { Wanted(asset: $0, size: request.size) })
        state.withLock { state in
            state.wanted.subtract(forgotten)
            state.waiting.removeAll { forgotten.contains($0) }
            for running in state.running.values where forgotten.contains(running.wanted) { running.task.cancel() }
        }
    }

    func forgetAll() {
        state.withLock { state in
            (state.waiting, state.wanted) = ([], [])
            for running in state.running.values { running.task.cancel() }
        }
    }

    /// Starts requests. One that was forgotten counts until it has ended.
    private func fill(_ state: inout State) {
        while state.running.count < Self.width, !state.waiting.isEmpty {
            let wanted = state.waiting.removeFirst()
            state.lastNumber += 1
            let number = state.lastNumber
            let task = Task {
                await deliver(wanted)
                ended(number, wanted)
            }
            state.running[number] = Running(wanted: wanted, task: task)
        }
    }

    private func ended(_ number: Int, _ wanted: Wanted) {
        state.withLock { state in
            let isForgotten = state.running.removeValue(forKey: number)?.task.isCancelled ?? true
            if !isForgotten { state.wanted.remove(wanted) }
            fill(&state)
        }
    }

    private func deliver(_ wanted: Wanted) async {
        var message = ImageMessage(question: question, asset: wanted.asset, size: wanted.size)
        let side = UInt32(clamping: wanted.size)
        do {
            for try await image in library.image(for: wanted.asset, as: .fitting(side, side)) {
                message.isDegraded = image.isDegraded
                await frontEnd.tell(.image(message), with: image.content)
            }
        } catch {
            guard !Task.isCancelled else { return }
            await fail(wanted, Picture.reason(error))
        }
    }

    private func fail(_ wanted: Wanted, _ reason: String) async {
        await frontEnd.tell(
            .image(ImageMessage(question: question, asset: wanted.asset, size: wanted.size, failure: reason)))
    }
}
