import FilmgatePickStore

/// What `filmgate-portal` does: it brings the picker to apps that know nothing of Filmgate.
public enum PortalProgram {
    public static func main() {}
}
