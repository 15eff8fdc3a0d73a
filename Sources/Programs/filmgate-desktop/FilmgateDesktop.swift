import FilmgateDesktop

/// The desktop's services as a separate program.
@main
struct FilmgateDesktopProgram {
    static func main() { DesktopProgram.main() }
}
