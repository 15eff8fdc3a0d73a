/// The version of Filmgate, for every program, the broker's status and the packages.
public enum Release {
    public static let version = "0.1.0"
}
