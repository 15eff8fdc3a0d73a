internal import Filmgate

extension Failure {
    /// What a person is told, and can do, about an error of the library.
    init(_ error: PhotoLibraryError) {
        // People know nothing of the changes that a command is made of.
        let message = Failure.inOptions(error.cause.message)
        switch error.cause {
        case .notDetermined, .accessDenied, .restricted:
            self.init(
                .noPermission, message,
                advice: "'filmgatectl status' shows how the broker sees this program; the owner's tools are those that "
                    + "the broker's configuration names.")
        case .notAuthorized:
            self.init(.noPermission, message, advice: "Run it as the library's owner, outside any sandbox.")
        case .interactionRequired: self.init(.noPermission, message)
        case .notFound:
            self.init(.noInput, message, advice: "'filmgatectl assets list' shows what there is.")
        case .invalidArgument, .invalidPredicate: self.init(.usage, message)
        case .invalidContent, .tooLarge: self.init(.badData, message)
        case .limitsExceeded, .busy, .tokenExpired:
            self.init(.temporary, message, advice: "Try again in a moment.")
        case .noAgent: self.init(.unavailable, message)
        case .inputOutput:
            self.init(
                .inputOutput, message, advice: "The broker's log says more; is its disk full?")
        case .libraryUnavailable:
            self.init(.unavailable, message, advice: "The broker's log says why.")
        case .busUnavailable:
            self.init(
                .unavailable, message,
                advice: "Name the broker's bus with --bus or FILMGATE_BUS_ADDRESS; without either it is the system bus."
            )
        case .brokerUnavailable:
            self.init(
                .unavailable, message,
                advice: "Start it with 'filmgated --bus ADDRESS --state FOLDER', or name its bus with --bus.")
        case .invalidReply, .other, .inChange: self.init(.software, message)
        }
    }

    /// Where the broker names a key of a call, the option that it came from, which is called the same.
    private static func inOptions(_ message: String) -> String {
        message.replacing("properties: '", with: "'--").replacing("Fetch: '", with: "'--")
            .replacing("SetGrant: '", with: "'--").replacing("'title' must", with: "A title must")
    }
}
