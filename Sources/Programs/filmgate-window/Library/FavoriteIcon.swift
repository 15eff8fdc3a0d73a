/// The program's own heart icons, which do not depend on the icon theme.
enum FavoriteIcon {
    /// - Parameter isOn: whether the photo is a favorite.
    static func name(isOn: Bool) -> String { isOn ? "filmgate-heart-symbolic" : "filmgate-heart-outline-symbolic" }
}
