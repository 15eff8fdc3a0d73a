import Filmgate
import FilmgateText

extension CommandFailure {
    /// Creates a failure, with advice, from an error of the library.
    init(_ error: PhotoLibraryError) {
        // People do not see the separate changes that a command makes, so the message states only the cause.
        let message = CommandFailure.inOptions(error.cause.message)
        switch error.cause {
        case .notDetermined, .accessDenied, .restricted:
            self.init(
                .noPermission, message,
                advice: localized(
                    "'filmgatectl status' shows how the broker identifies this program. The broker's configuration lists the owner's tools."
                ))
        case .notAuthorized:
            self.init(
                .noPermission, message, advice: localized("Run the tool as the library's owner, outside any sandbox."))
        case .interactionRequired, .declined: self.init(.noPermission, message)
        case .notFound:
            self.init(.noInput, message, advice: localized("'filmgatectl assets list' lists the assets."))
        case .invalidArgument, .invalidPredicate: self.init(.usage, message)
        case .invalidContent, .tooLarge: self.init(.badData, message)
        case .limitsExceeded, .busy, .tokenExpired:
            self.init(.temporary, message, advice: localized("Try again in a moment."))
        case .noAgent: self.init(.unavailable, message)
        case .inputOutput:
            self.init(
                .inputOutput, message, advice: localized("See the broker's log. Its disk may be full."))
        case .libraryUnavailable:
            self.init(.unavailable, message, advice: localized("See the broker's log for the reason."))
        case .busUnavailable:
            self.init(
                .unavailable, message,
                advice: localized(
                    "Name the broker's bus with --bus or FILMGATE_BUS_ADDRESS. The default is the system bus.")
            )
        case .brokerUnavailable:
            self.init(
                .unavailable, message,
                advice: localized(
                    "Start the broker with 'filmgated --bus ADDRESS --state FOLDER', or name its bus with --bus."))
        case .invalidReply, .other, .inChange: self.init(.software, message)
        }
    }

    /// Replaces the D-Bus names of options in the broker's messages with the tool's options of the same names.
    private static func inOptions(_ message: String) -> String {
        message.replacing("properties: '", with: "'--").replacing("Fetch: '", with: "'--")
            .replacing("CountBy: '", with: "'--").replacing("SetGrant: '", with: "'--")
            .replacing("'title' must", with: "A title must")
    }
}
