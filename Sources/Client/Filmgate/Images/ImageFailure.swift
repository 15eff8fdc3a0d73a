/// Returns a keyword for the reason why an asset has no image: `damaged`, `large`, `gone`, `busy` or `unavailable`.
public func imageFailure(_ error: any Error) -> String {
    switch (error as? PhotoLibraryError)?.cause {
    case .invalidContent: "damaged"
    case .tooLarge: "large"
    case .notFound: "gone"
    case .limitsExceeded, .busy: "busy"
    default: "unavailable"
    }
}
