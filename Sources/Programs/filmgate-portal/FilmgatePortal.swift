import FilmgatePortal

/// The portal's backend as a separate program.
@main
struct FilmgatePortalProgram {
    static func main() { PortalProgram.main() }
}
