import FilmgateDesktop

/// The program of the desktop's services, whose code is in the module `FilmgateDesktop`.
@main
struct FilmgateDesktopProgram {
    static func main() { DesktopProgram.main() }
}
