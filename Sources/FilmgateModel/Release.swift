/// Which release of Filmgate these sources are; every program, the broker's status and the packages say this one.
public enum Release {
    public static let version = "0.1.0"
}
