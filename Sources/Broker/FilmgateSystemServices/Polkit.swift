import CFilmgatePolkit
public import FilmgatePolicy
public import FilmgateSystem
import Glibc

/// A request to polkit about a connection to the system bus.
public struct PolkitQuestion: Sendable {
    public let action: String
    /// The connection's unique name.
    public let subject: String
    /// Whether polkit may ask a person to authenticate.
    public let allowsInteraction: Bool
    /// The library's user. `details` gets the login name of this user, and returns the details for polkit's rules and
    /// messages.
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

/// Asks polkit through libpolkit-gobject-1, on a thread that runs GLib's main loop until the process ends.
///
/// Only that thread uses GLib. It runs the loop of the process's main context, because the library delivers polkitd's
/// signals, such as its restart, to that context.
public final class Polkit: @unchecked Sendable {
    private let library: fg_polkit
    /// The connection to polkitd, used only on GLib's thread; nil until the first request succeeds in reaching the
    /// bus.
    private var authority: OpaquePointer?

    /// - Throws: `noEntry` if the library is not installed; `Errno` if the thread cannot be started.
    public init() throws(Errno) {
        var library = fg_polkit()
        guard fg_polkit_load(&library) != 0 else { throw .noEntry }
        self.library = library
        try startThread(named: "polkit") { g_main_loop_run(g_main_loop_new(nil, 0)) }
    }

    /// Returns polkit's answer. Polkit may have to wait until a person authenticates. If the task is canceled,
    /// returns at once and cancels the check.
    public func answer(to question: PolkitQuestion) async -> AuthorityAnswer {
        let check = PolkitCheck(question, library)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                check.wait(with: continuation)
                perform { self.begin(check) }
            }
        } onCancel: {
            check.end(with: .unavailable("the question was given up"))
            perform { check.cancel() }
        }
    }

    /// Runs a closure on GLib's thread.
    private func perform(_ body: @escaping @Sendable () -> Void) {
        let work = Unmanaged.passRetained(GLibClosure(body)).toOpaque()
        g_idle_add(
            { work in
                if let work { Unmanaged<GLibClosure>.fromOpaque(work).takeRetainedValue().body() }
                return 0
            }, work)
    }

    // MARK: On GLib's thread

    private func begin(_ check: PolkitCheck) {
        guard !check.hasEnded else { return }
        if let authority { return ask(check, authority) }
        let step = Unmanaged.passRetained(CallbackData(self, check)).toOpaque()
        library.polkit_authority_get_async(
            check.cancellable,
            { _, result, step in
                guard let step else { return }
                Unmanaged<CallbackData>.fromOpaque(step).takeRetainedValue().reached(result)
            }, step)
    }

    func reached(_ result: OpaquePointer?, for check: PolkitCheck) {
        var error: UnsafeMutablePointer<GError>?
        guard let found = library.polkit_authority_get_finish(result, &error) else {
            return check.end(with: .unavailable(text(taking: error)))
        }
        if authority == nil { authority = found } else { library.g_object_unref(UnsafeMutableRawPointer(found)) }
        ask(check, authority ?? found)
    }

    private func ask(_ check: PolkitCheck, _ authority: OpaquePointer) {
        let question = check.question
        guard !check.hasEnded, let subject = library.polkit_system_bus_name_new(question.subject),
            let details = library.polkit_details_new()
        else { return check.end(with: .unavailable("nothing to ask with")) }
        // If the user database cannot be read, the dialog shows the user's number.
        let name = (try? loginName(of: question.user)) ?? "user \(question.user)"
        for (key, value) in question.details(name) {
            library.polkit_details_insert(details, key, value)
        }
        let flags =
            question.allowsInteraction
            ? POLKIT_CHECK_AUTHORIZATION_FLAGS_ALLOW_USER_INTERACTION : POLKIT_CHECK_AUTHORIZATION_FLAGS_NONE
        let step = Unmanaged.passRetained(CallbackData(self, check)).toOpaque()
        library.polkit_authority_check_authorization(
            authority, subject, question.action, details, flags, check.cancellable,
            { authority, result, step in
                guard let authority, let step else { return }
                Unmanaged<CallbackData>.fromOpaque(step).takeRetainedValue().answered(OpaquePointer(authority), result)
            }, step)
        library.g_object_unref(UnsafeMutableRawPointer(subject))
        library.g_object_unref(UnsafeMutableRawPointer(details))
    }

    func answered(_ authority: OpaquePointer, _ result: OpaquePointer?, to check: PolkitCheck) {
        var error: UnsafeMutablePointer<GError>?
        guard let answer = library.polkit_authority_check_authorization_finish(authority, result, &error) else {
            return check.end(with: .unavailable(text(taking: error)))
        }
        defer { library.g_object_unref(UnsafeMutableRawPointer(answer)) }
        if library.polkit_authorization_result_get_is_authorized(answer) != 0 {
            check.end(with: .authorized)
        } else {
            check.end(with: library.polkit_authorization_result_get_is_challenge(answer) != 0 ? .challenge : .denied)
        }
    }

    private func text(taking error: UnsafeMutablePointer<GError>?) -> String {
        guard let error else { return "no reason was given" }
        defer { g_error_free(error) }
        return String(cString: error.pointee.message)
    }
}
