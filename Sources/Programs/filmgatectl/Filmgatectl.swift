import FilmgateTool
import Glibc

/// The tool as a program of its own.
@main
struct Filmgatectl {
    static func main() async { exit(await Tool.runThisProcess()) }
}
