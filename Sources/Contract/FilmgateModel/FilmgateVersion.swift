/// The version of all programs and packages of Filmgate.
public enum FilmgateVersion {
    public static let version = "0.1.0"
}
