/// The program's own hearts, which look alike in every icon theme.
enum FavoriteIcon {
    /// - Parameter isOn: true for the icon of a favorite, false for the icon of any other photo.
    static func name(isOn: Bool) -> String { isOn ? "filmgate-heart-symbolic" : "filmgate-heart-outline-symbolic" }
}
