import FilmgateTool
import Glibc

/// The command-line tool as a separate program.
@main
struct Filmgatectl {
    static func main() async { exit(await Tool.runThisProcess()) }
}
