/// The program's own hearts, which look alike in every icon theme.
enum FavoriteIcon {
    /// - Parameter isOn: whether it is about favorites, rather than what can become one.
    static func name(isOn: Bool) -> String { isOn ? "filmgate-heart-symbolic" : "filmgate-heart-outline-symbolic" }
}
