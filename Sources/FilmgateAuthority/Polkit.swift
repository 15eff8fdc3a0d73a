internal import CFilmgatePolkit
public import FilmgateSystem
internal import Glibc
internal import Synchronization

/// What polkit is asked of a connection to the system bus.
public struct PolkitQuestion: Sendable {
    public let action: String
    /// The connection's unique name.
    public let subject: String
    /// Whether somebody may be asked to say who they are.
    public let allowsInteraction: Bool
    /// What rules and messages are told, given the login name of the user whose library it is about.
    public let user: UInt32
    public let details: @Sendable (_ user: String) -> [String: String]

    public init(
        action: String, subject: String, allowsInteraction: Bool, user: UInt32,
        details: @escaping @Sendable (_ user: String) -> [String: String]
    ) {
        self.action = action
        self.subject = subject
        self.allowsInteraction = allowsInteraction
        self.user = user
        self.details = details
    }
}

/// What polkit says.
public enum PolkitAnswer: Hashable, Sendable {
    case authorized, refused
    /// Somebody would have to say who they are, and did not, or may not be asked.
    case challenge
    /// It cannot be asked, or the question was given up. For the journal.
    case failed(String)
}

/// libpolkit-gobject-1, on a thread that runs GLib's main loop, for as long as the process lives.
///
/// All that is GLib's is touched on that thread alone. The loop is that of the process' main context, which nothing else here
/// uses: the library looks for polkitd on a thread of its own, and what it then hears of it, as that it was started anew, comes there.
public final class Polkit: @unchecked Sendable {
    private let library: fg_polkit
    /// On the thread. Nil until the first question, and after a failure to reach the bus.
    private var authority: OpaquePointer?

    /// - Throws: `noEntry` where the library is not installed, and where there is no thread to be had.
    public init() throws(Errno) {
        var library = fg_polkit()
        guard fg_polkit_load(&library) != 0 else { throw .noEntry }
        self.library = library
        try startThread(named: "polkit") { g_main_loop_run(g_main_loop_new(nil, 0)) }
    }

    /// Waits for the answer, and for a person where one is asked. A task that is cancelled asks no longer, and has its answer at
    /// once.
    public func answer(to question: PolkitQuestion) async -> PolkitAnswer {
        let check = Check(question, library)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                check.wait(with: continuation)
                perform { self.begin(check) }
            }
        } onCancel: {
            check.end(with: .failed("the question was given up"))
            perform { check.cancel() }
        }
    }

    /// Has something done on the thread.
    private func perform(_ body: @escaping @Sendable () -> Void) {
        let work = Unmanaged.passRetained(Work(body)).toOpaque()
        g_idle_add(
            { work in
                if let work { Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body() }
                return 0
            }, work)
    }

    // MARK: On the thread

    private func begin(_ check: Check) {
        guard !check.hasEnded else { return }
        if let authority { return ask(check, authority) }
        let step = Unmanaged.passRetained(Step(self, check)).toOpaque()
        library.polkit_authority_get_async(
            check.cancellable,
            { _, result, step in
                guard let step else { return }
                Unmanaged<Step>.fromOpaque(step).takeRetainedValue().reached(result)
            }, step)
    }

    func reached(_ result: OpaquePointer?, for check: Check) {
        var error: UnsafeMutablePointer<GError>?
        guard let found = library.polkit_authority_get_finish(result, &error) else {
            return check.end(with: .failed(text(taking: error)))
        }
        if authority == nil { authority = found } else { library.g_object_unref(UnsafeMutableRawPointer(found)) }
        ask(check, authority ?? found)
    }

    private func ask(_ check: Check, _ authority: OpaquePointer) {
        let question = check.question
        guard !check.hasEnded, let subject = library.polkit_system_bus_name_new(question.subject),
            let details = library.polkit_details_new()
        else { return check.end(with: .failed("nothing to ask with")) }
        let name = (try? loginName(of: question.user)) ?? "user \(question.user)"
        for (key, value) in question.details(name) {
            library.polkit_details_insert(details, key, value)
        }
        let flags =
            question.allowsInteraction
            ? POLKIT_CHECK_AUTHORIZATION_FLAGS_ALLOW_USER_INTERACTION : POLKIT_CHECK_AUTHORIZATION_FLAGS_NONE
        let step = Unmanaged.passRetained(Step(self, check)).toOpaque()
        library.polkit_authority_check_authorization(
            authority, subject, question.action, details, flags, check.cancellable,
            { authority, result, step in
                guard let authority, let step else { return }
                Unmanaged<Step>.fromOpaque(step).takeRetainedValue().answered(OpaquePointer(authority), result)
            }, step)
        library.g_object_unref(UnsafeMutableRawPointer(subject))
        library.g_object_unref(UnsafeMutableRawPointer(details))
    }

    func answered(_ authority: OpaquePointer, _ result: OpaquePointer?, to check: Check) {
        var error: UnsafeMutablePointer<GError>?
        guard let answer = library.polkit_authority_check_authorization_finish(authority, result, &error) else {
            return check.end(with: .failed(text(taking: error)))
        }
        defer { library.g_object_unref(UnsafeMutableRawPointer(answer)) }
        if library.polkit_authorization_result_get_is_authorized(answer) != 0 {
            check.end(with: .authorized)
        } else {
            check.end(with: library.polkit_authorization_result_get_is_challenge(answer) != 0 ? .challenge : .refused)
        }
    }

    private func text(taking error: UnsafeMutablePointer<GError>?) -> String {
        guard let error else { return "no reason was given" }
        defer { g_error_free(error) }
        return String(cString: error.pointee.message)
    }
}
