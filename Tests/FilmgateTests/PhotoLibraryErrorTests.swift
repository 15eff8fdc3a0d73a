import FilmgateDBus
import FilmgateWire
import Testing

@testable import Filmgate

@Suite("Errors")
struct PhotoLibraryErrorTests {
    @Test("every error of the contract arrives as itself, with its sentence")
    func refusals() {
        let refusals: [(WireError, PhotoLibraryError)] = [
            (.notFound("x"), .notFound("x")), (.invalidArgument("x"), .invalidArgument("x")),
            (.invalidContent("x"), .invalidContent("x")), (.tooLarge("x"), .tooLarge("x")),
            (.limitsExceeded("x"), .limitsExceeded("x")), (.busy("x"), .busy("x")), (.io("x"), .inputOutput("x")),
            (.libraryUnavailable("x"), .libraryUnavailable("x")),
            (.notDetermined, .notDetermined(WireError.notDetermined.message)),
            (.accessDenied, .accessDenied(WireError.accessDenied.message)),
            (.restricted, .restricted(WireError.restricted.message)), (.noAgent, .noAgent(WireError.noAgent.message)),
            (.notAuthorized, .notAuthorized(WireError.notAuthorized.message)),
            (.inChange(3, .invalidContent("x: y")), .inChange(3, .invalidContent("x: y"))),
        ]
        for (refusal, expected) in refusals { #expect(PhotoLibraryError(refusal.errorReply) == expected) }
    }

    @Test("text that only looks like the number of a failed change is part of the sentence")
    func noChange() {
        for text in ["change : x", "change -1: x", "change 3", "change x: y"] {
            #expect(PhotoLibraryError(WireError.busy(text).errorReply) == .busy(text))
        }
    }

    @Test("a bus without a broker differs from a lost bus, and unknown errors keep their names")
    func standardErrors() {
        guard case .brokerUnavailable = PhotoLibraryError(standard("ServiceUnknown")) else {
            Issue.record("ServiceUnknown")
            return
        }
        guard case .busUnavailable = PhotoLibraryError(standard("Disconnected")) else {
            Issue.record("Disconnected")
            return
        }
        #expect(
            PhotoLibraryError(standard("InteractiveAuthorizationRequired")) == .interactionRequired("text"))
        #expect(
            PhotoLibraryError(ErrorReply(name: "org.example.Odd", message: "text"))
                == .other(name: "org.example.Odd", "text"))
        #expect(
            PhotoLibraryError(ErrorReply(name: "org.filmgate.Error.Later", message: "text"))
                == .other(name: "org.filmgate.Error.Later", "text"))
    }

    private func standard(_ name: String) -> ErrorReply {
        ErrorReply(name: "org.freedesktop.DBus.Error.\(name)", message: "text")
    }
}
