import FilmgateDesktop

/// Starts the desktop's services.
@main
struct FilmgateDesktopProgram {
    static func main() { DesktopProgram.main() }
}
