/// Texts in XML, such as XMP.
public enum XMLText {
    /// Returns a text as the content of an element, or as the value of an attribute in double quotes. Characters that XML cannot have are
    /// left out.
    public static func escaped(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;".unicodeScalars
            case "<": escaped += "&lt;".unicodeScalars
            case ">": escaped += "&gt;".unicodeScalars
            case "\"": escaped += "&quot;".unicodeScalars
            case "\t", "\n", "\r": escaped += "&#\(scalar.value);".unicodeScalars
            case _ where scalar.value < 32 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: break
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }
}
