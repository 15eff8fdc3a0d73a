internal import CFilmgateSystem
internal import FilmgateSystem
internal import Glibc

/// What a thread is started with.
private final class Start {
    let name: String
    let body: @Sendable () -> Void

    init(_ name: String, _ body: @escaping @Sendable () -> Void) {
        self.name = name
        self.body = body
    }
}

/// Starts a thread that nobody joins.
func startThread(named name: String, _ body: @escaping @Sendable () -> Void) throws(Errno) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    // The new thread takes the reference over; if there is none, it is given back here.
    let start = Unmanaged.passRetained(Start(name, body))
    var thread = pthread_t()
    let failure = pthread_create(
        &thread, &attributes,
        { raw in
            guard let raw else { return nil }
            let start = Unmanaged<Start>.fromOpaque(raw).takeRetainedValue()
            fg_name_thread(start.name)
            start.body()
            return nil
        }, start.toOpaque())
    guard failure == 0 else {
        start.release()
        throw Errno(rawValue: failure)
    }
}
