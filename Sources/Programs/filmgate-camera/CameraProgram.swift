import FilmgateChannel
import FilmgateModel
import FilmgateSystem
import Glibc

/// Communicates with cameras and phones through libgphoto2, for `filmgatectl import --camera`, which starts it with a
/// socket as descriptor 3.
///
/// It runs as the person's user, and has no access to the library. Data from devices is parsed here, in a sandbox, and
/// not in the tool.
@main
struct CameraProgram {
    private static let socket: Int32 = 3

    static func main() {
        if CommandLine.arguments.dropFirst() == ["--version"] { return print("filmgate-camera \(Release.version)") }
        guard CommandLine.arguments.count == 1, fcntl(socket, F_GETFD) >= 0 else {
            let text = Array("filmgate-camera: 'filmgatectl import --camera' starts this program.\n".utf8)
            _ = write(STDERR_FILENO, text, text.count)
            exit(EX_USAGE)
        }
        // Ctrl-C reaches all programs of the terminal; the tool then ends the current operation. SIGXFSZ is ignored so
        // that writing a file that is too large fails with an error.
        for number in [SIGINT, SIGHUP, SIGXFSZ] { signal(number, SIG_IGN) }
        // Drivers convert file names to the character set of the locale.
        setlocale(LC_CTYPE, "C.UTF-8")
        CameraServer(MessageChannel(OwnedDescriptor(owning: socket))).run()
    }
}
