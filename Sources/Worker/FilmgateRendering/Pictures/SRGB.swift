import Glibc

/// Conversions to sRGB.
enum SRGB {
    /// Converts 8-bit CIE Lab with the white point D50.
    static func convertLab(_ buffer: PixelBuffer) {
        let (start, bands) = (buffer.start.assumingMemoryBound(to: UInt8.self), Int(buffer.bands))
        for index in 0..<Int(buffer.width) * Int(buffer.height) {
            let pixel = start + index * bands
            let middle = (Float(pixel[0]) / 2.55 + 16) / 116
            let x = 0.9642 * light(middle + (Float(pixel[1]) - 128) / 500)
            let y = light(middle)
            let z = 0.8249 * light(middle - (Float(pixel[2]) - 128) / 200)
            let red: Float = 3.1338561 * x - 1.6168667 * y - 0.4906146 * z
            let green: Float = -0.9787684 * x + 1.9161415 * y + 0.0334540 * z
            let blue: Float = 0.0719453 * x - 0.2289914 * y + 1.4052427 * z
            (pixel[0], pixel[1], pixel[2]) = (tone(red), tone(green), tone(blue))
        }
    }

    private static func light(_ value: Float) -> Float {
        value > 6.0 / 29 ? value * value * value : (value - 4.0 / 29) * 108 / 841
    }

    /// Converts linear light to an 8-bit value of sRGB.
    static func tone(_ light: Float) -> UInt8 {
        // NaN becomes black.
        tones[light > 0 ? Int(min(light, 1) * 4095 + 0.5) : 0]
    }

    private static let tones: [UInt8] = (0...4095).map { step in
        let light = Double(step) / 4095
        let tone = light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
        return UInt8(tone * 255 + 0.5)
    }
}
