import FilmgateChannel
import FilmgateModel
import FilmgateSystem
import Glibc

/// The program that communicates with cameras and phones through libgphoto2. `filmgatectl import --camera` and
/// `filmgate-window` start it with a socket as descriptor 3.
///
/// It runs as the person's user, and has no access to the library. It parses the data from devices in a sandbox, so
/// that the program that started it need not parse them.
@main
struct CameraProgram {
    private static let socket: Int32 = 3

    static func main() {
        if CommandLine.arguments.dropFirst() == ["--version"] {
            return print("filmgate-camera \(FilmgateVersion.version)")
        }
        guard CommandLine.arguments.count == 1, fcntl(socket, F_GETFD) >= 0 else {
            let text = Array("filmgate-camera: 'filmgatectl import --camera' starts this program.\n".utf8)
            _ = write(STDERR_FILENO, text, text.count)
            exit(EX_USAGE)
        }
        // Ignores Ctrl-C: it also reaches `filmgatectl`, which cancels the operation. If SIGXFSZ is ignored, writing
        // beyond the size limit fails with an error.
        for number in [SIGINT, SIGHUP, SIGXFSZ] { signal(number, SIG_IGN) }
        // Drivers convert file names to the character set of the locale.
        setlocale(LC_CTYPE, "C.UTF-8")
        CameraServer(MessageChannel(OwnedDescriptor(owning: socket))).run()
    }
}
