/// The keys of picks, which questions, answers and the options of `Pick` share.
enum PickKey: String {
    case limit, filter, ordered, preselected, album, search, prompt, crop, representation, remove, keep
    case items, crops, trims
    case maxDuration = "max-duration"
    case parentWindow = "parent-window"
    case handleToken = "handle-token"
}
