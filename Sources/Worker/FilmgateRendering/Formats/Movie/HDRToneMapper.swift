package import CFilmgateAV
import Glibc

/// Converts HDR pictures (PQ or HLG) to the brightness and colors of BT.709. `ToneMapper` does the same for
/// videos with libavfilter, which the workers for images do not load.
struct HDRToneMapper {
    /// The light for each 16-bit value of red, green or blue. For PQ, this is the light of the screen, where 1 is SDR
    /// white (100 candela per square meter). For HLG, it is the light of the scene, from 0 to 1.
    private let linear: [Float]
    private let isHLG: Bool
    private let curve: ToneCurve

    /// Returns nil for a frame that is not HDR.
    init?(of frame: UnsafeMutablePointer<AVFrame>) {
        guard frame.pointee.color_trc.isHDR else { return nil }
        let isHLG = frame.pointee.color_trc == AVCOL_TRC_ARIB_STD_B67
        linear = (0...65_535).map { Float((isHLG ? HDRToneMapper.hlg : HDRToneMapper.pq)(Double($0) / 65_535)) }
        self.isHLG = isHLG
        curve = ToneCurve(peak: HDRToneMapper.peak(of: frame))
    }

    /// Returns the converted picture in 8 bits.
    ///
    /// - Parameter wide: the picture, with 16 bits each for red, green and blue.
    func mapped(_ wide: PixelBuffer) throws(UnreadableFileError) -> PixelBuffer {
        let buffer = try PixelBuffer(width: wide.width, height: wide.height, bands: 3, of: "video")
        let count = Int(wide.width) * Int(wide.height)
        let source = wide.start.assumingMemoryBound(to: UInt16.self)
        let target = buffer.start.assumingMemoryBound(to: UInt8.self)
        for place in stride(from: 0, to: 3 * count, by: 3) {
            var color = SIMD3<Float>(
                linear[Int(UInt16(littleEndian: source[place]))], linear[Int(UInt16(littleEndian: source[place + 1]))],
                linear[Int(UInt16(littleEndian: source[place + 2]))])
            // Converts the light of the scene to the light of a screen with at most 1000 candela per square meter.
            if isHLG { color *= 10 * powf((color * HDRToneMapper.brightness2020).sum(), 0.2) }
            let mapped = curve.mapped(
                SIMD3(
                    (color * HDRToneMapper.red).sum(), (color * HDRToneMapper.green).sum(),
                    (color * HDRToneMapper.blue).sum()))
            for band in 0..<3 { target[place + band] = HDRToneMapper.code(mapped[band]) }
        }
        return buffer
    }

    /// Returns the maximum brightness of the video, where 1 is SDR white.
    private static func peak(of frame: UnsafeMutablePointer<AVFrame>) -> Float {
        if let data = av_frame_get_side_data(frame, AV_FRAME_DATA_CONTENT_LIGHT_LEVEL)?.pointee.data {
            let most = UnsafeRawPointer(data).loadUnaligned(as: AVContentLightMetadata.self).MaxCLL
            if most > 100 { return Float(most) / 100 }
        }
        // This is the default, because most HDR videos are made for 1000 candela per square meter.
        return 10
    }

    /// Applies the PQ transfer function (SMPTE ST 2084), which returns the light of the screen.
    private static func pq(_ value: Double) -> Double {
        let power = pow(value, 1 / 78.84375)
        return 100 * pow(max(power - 0.8359375, 0) / (18.8515625 - 18.6875 * power), 1 / 0.1593017578125)
    }

    /// Applies the inverse HLG transfer function (ARIB STD-B67), which returns the light of the scene.
    private static func hlg(_ value: Double) -> Double {
        value <= 0.5 ? value * value / 3 : (exp((value - 0.55991073) / 0.17883277) + 0.28466892) / 12
    }

    private static let brightness2020 = SIMD3<Float>(0.2627, 0.6780, 0.0593)
    /// The matrix that converts the primaries of BT.2020 to those of BT.709.
    private static let red = SIMD3<Float>(1.6605, -0.5876, -0.0728)
    private static let green = SIMD3<Float>(-0.1246, 1.1329, -0.0083)
    private static let blue = SIMD3<Float>(-0.0182, -0.1006, 1.1187)

    /// Applies the transfer function of BT.709.
    private static func code(_ value: Float) -> UInt8 { codes[Int(max(0, min(1, value)) * 4095)] }

    private static let codes: [UInt8] = (0...4095).map {
        let value = Double($0) / 4095
        return UInt8(255 * (value < 0.018 ? 4.5 * value : 1.099 * pow(value, 0.45) - 0.099))
    }
}

extension AVColorTransferCharacteristic {
    /// Whether this is a transfer function of HDR: PQ or HLG.
    package var isHDR: Bool { self == AVCOL_TRC_SMPTE2084 || self == AVCOL_TRC_ARIB_STD_B67 }
}

/// A curve that compresses bright values, as FFmpeg's `tonemap=mobius` does.
private struct ToneCurve {
    /// The constants of the curve `factor · (x + numerator) / (x + denominator)`.
    private let numerator: Float
    private let denominator: Float
    private let factor: Float
    /// The brightness below which values do not change.
    private static let knee: Float = 0.3
    /// The brightness above which values lose color.
    private static let saturated: Float = 2

    init(peak: Float) {
        let knee = ToneCurve.knee
        numerator = -knee * knee * (peak - 1) / (knee * knee - 2 * knee + peak)
        denominator = (knee * knee - 2 * knee * peak + peak) / max(peak - 1, 1e-6)
        factor = (denominator * denominator + 2 * denominator * knee + knee * knee) / (denominator - numerator)
    }

    func mapped(_ color: SIMD3<Float>) -> SIMD3<Float> {
        var color = color
        let brightness = (color * SIMD3<Float>(0.2126, 0.7152, 0.0722)).sum()
        if brightness > ToneCurve.saturated {
            let part = (brightness - ToneCurve.saturated) / brightness
            color += (SIMD3(repeating: brightness) - color) * part
        }
        let most = color.max()
        guard most > ToneCurve.knee else { return color }
        return color * (factor * (most + numerator) / (most + denominator) / most)
    }
}
