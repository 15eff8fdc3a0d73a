import FilmgatePortal

/// The portal's backend as a program of its own.
@main
struct FilmgatePortalProgram {
    static func main() { PortalProgram.main() }
}
