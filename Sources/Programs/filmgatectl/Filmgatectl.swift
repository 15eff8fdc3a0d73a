import FilmgateTool
import Glibc

/// The program `filmgatectl`, whose code is in the module `FilmgateTool`.
@main
struct Filmgatectl {
    static func main() async { exit(await Tool.runThisProcess()) }
}
