internal import Filmgate

extension Failure {
    /// What a person is told, and can do, about an error of the library.
    init(_ error: PhotoLibraryError) {
        switch error.cause {
        case .notDetermined, .accessDenied, .restricted:
            self.init(
                .noPermission, error.message,
                advice: "'filmgatectl status' shows how the broker sees this program; the owner's tools are those that "
                    + "the broker's configuration names.")
        case .notAuthorized:
            self.init(.noPermission, error.message, advice: "Run it as the library's owner, outside any sandbox.")
        case .interactionRequired: self.init(.noPermission, error.message)
        case .notFound:
            self.init(.noInput, error.message, advice: "'filmgatectl assets list' shows what there is.")
        case .invalidArgument, .invalidPredicate: self.init(.usage, error.message)
        case .invalidContent, .tooLarge: self.init(.badData, error.message)
        case .limitsExceeded, .busy, .tokenExpired:
            self.init(.temporary, error.message, advice: "Try again in a moment.")
        case .noAgent: self.init(.unavailable, error.message)
        case .inputOutput:
            self.init(
                .inputOutput, error.message, advice: "The broker's log says more; is its disk full?")
        case .libraryUnavailable:
            self.init(.unavailable, error.message, advice: "The broker's log says why.")
        case .busUnavailable:
            self.init(
                .unavailable, error.message,
                advice: "Name the broker's bus with --bus or FILMGATE_BUS_ADDRESS; without either it is the system bus."
            )
        case .brokerUnavailable:
            self.init(
                .unavailable, error.message,
                advice: "Start it with 'filmgated --bus ADDRESS --state FOLDER', or name its bus with --bus.")
        case .invalidReply, .other, .inChange: self.init(.software, error.message)
        }
    }
}
