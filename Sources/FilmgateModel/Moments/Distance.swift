internal import Glibc

extension Location {
    /// Returns the distance in meters along the Earth's surface, with an error of at most half a percent.
    public func distance(to other: Location) -> Double {
        let (from, to) = (latitude * .pi / 180, other.latitude * .pi / 180)
        let parallels = sin((to - from) / 2)
        let meridians = sin((other.longitude - longitude) * .pi / 360)
        let square = parallels * parallels + cos(from) * cos(to) * meridians * meridians
        return 2 * 6_371_000 * asin(min(1, square.squareRoot()))
    }
}
