/// Escapes text for XML, such as XMP.
public enum XMLText {
    /// Returns a string escaped for the content of an element, or for the value of an attribute in double quotes.
    /// Leaves out characters that XML does not allow.
    public static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "\t", "\n", "\r": escaped += "&#\(scalar.value);"
            case _ where scalar.value < 32 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: break
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
