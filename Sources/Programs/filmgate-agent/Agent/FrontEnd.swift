import FilmgatePrompts
import FilmgateSystem
import FilmgateText
import Glibc

/// Shows questions to a person, as text or in the window of a different program, and reports the answers.
protocol FrontEnd: Sendable {
    /// Sends the next message to the front end. Must not wait until the person answers.
    ///
    /// - Parameter content: the file that belongs to a list or an image. Only front ends that request lists or images
    ///   get files.
    func send(_ message: AgentMessage, with content: OwnedDescriptor?) async
}

extension FrontEnd {
    func send(_ message: AgentMessage) async { await send(message, with: nil) }
}

/// The callbacks of a front end, which any thread may call.
struct FrontEndCallbacks: Sendable {
    let say: @Sendable (FrontEndMessage) -> Void
    /// Reports that the front end has ended, with an error if it failed.
    let ended: @Sendable (AgentError?) -> Void
}

/// An error that ends the agent, with a sentence for the person and an exit code.
struct AgentError: Error {
    let text: String
    let code: Int32

    init(_ text: String, code: Int32) {
        self.text = text
        self.code = code
    }

    init(notStarted program: String, because reason: Errno) {
        let values = ["program": program, "reason": "\(reason)"]
        self.init(localized("The program '{program}' cannot be started: {reason}.", values), code: EX_UNAVAILABLE)
    }
}
