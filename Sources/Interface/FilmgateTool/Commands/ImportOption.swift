import FilmgateLibraryTools
import FilmgateText

enum ImportOption {
    static let album = Option(
        "album", value: .one("ALBUM"), completion: .names(.albums),
        "Add the photos to this album, in their order; it is created if it is missing")
    static let folders = Option(
        "folders",
        "Create an album for each folder with photos below PATH: Travel/Summer becomes 'Summer' in the folder 'Travel'")

    static let from = Option(
        "from", value: .one("KIND"), completion: .words(LibraryKind.allCases.map(\.rawValue)),
        "Read what a different program keeps: takeout (Google), apple (an export of Photos or iCloud), digikam, shotwell, filmgate (an export), or a folder"
    )
    static let noPairing = Option(
        "no-pairing", "Import each file as an asset of its own, also RAW and JPEG, live photos, and edits")
    static let dryRun = Option("dry-run", "Show what would be imported, what would not, and why")
    static let strict = Option("strict", "Do not import damaged files that can be shown in part")
    static let shouldContinue = Option(
        "watch", "Go on, and import what is written in the folders or moved there, once it is complete")
    static let move = Option(
        "move", "With --watch, remove each file from the folder once it is in the library")
    static let keepUnknown = Option(
        "keep-unknown", "Keep a file that cannot be shown beside the photo with the same name")

    static let camera = Option(
        "camera", "Import what is new on a camera or phone that is connected, instead of PATH")
    static let cameraPort = Option(
        "camera-port", value: .one("PORT"),
        "With --camera, choose the camera at this port, such as usb:001,005 or ptpip:192.168.1.5")
    static let again = Option(
        "again", "With --camera, import also what was imported from this camera before, if the library lacks it")
    static let deleteAfter = Option(
        "delete-after", "With --camera, delete from it what the library has, after comparing the files; asks first")

    static let all = [
        from, album, folders, noPairing, keepUnknown, strict, dryRun, shouldContinue, move, camera, cameraPort, again,
        deleteAfter, ConfirmationPrompt.option, .quiet,
    ]
}
