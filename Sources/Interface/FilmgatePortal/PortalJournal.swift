import FilmgateSystem
import FilmgateText
import Glibc

/// What the portal writes to standard error, which is the journal.
enum PortalJournal {
    static func write(_ sentence: String) {
        // If no one reads the output, the error cannot be reported.
        try? OwnedDescriptor(owning: dup(STDERR_FILENO)).write("filmgate-portal: \(Text.printable(sentence))\n".utf8)
    }
}
