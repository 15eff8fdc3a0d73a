import FilmgatePortal

/// The program of the portal's backend, whose code is in the module `FilmgatePortal`.
@main
struct FilmgatePortalProgram {
    static func main() { PortalProgram.main() }
}
