import FilmgateModel
import Testing

@Suite("Numbers from damaged files and other programs")
struct ClampedArithmeticTests {
    @Test("become the largest or smallest where their sum, difference or product has no room")
    func clamped() {
        #expect(Int64.max.addingClamped(1) == .max && Int64.min.addingClamped(-1) == .min)
        #expect(Int64.max.addingClamped(.min) == -1 && Int64.min.addingClamped(.min) == .min)
        #expect(UInt32.max.addingClamped(.max) == .max && UInt32.zero.addingClamped(3) == 3)
        #expect(Int64.min.subtractingClamped(1) == .min && Int64.max.subtractingClamped(-1) == .max)
        #expect(Int64.max.subtractingClamped(.min) == .max && Int64.min.subtractingClamped(.max) == .min)
        #expect(UInt64.zero.subtractingClamped(1) == 0 && Int64.min.subtractingClamped(.min) == 0)
        #expect(Int64.min.multipliedClamped(by: -1) == .max && Int64.max.multipliedClamped(by: .max) == .max)
        #expect(Int64.max.multipliedClamped(by: -2) == .min && Int64.min.multipliedClamped(by: .min) == .max)
        #expect(UInt64.max.multipliedClamped(by: 2) == .max && Int64.min.multipliedClamped(by: 0) == 0)
    }

    @Test("are moments between which everything can be computed")
    func timestamps() {
        let (first, last) = (Timestamp(rawValue: .min), Timestamp(rawValue: .max))
        #expect(first < last && first.rawValue > .min && last.rawValue < .max)
        #expect(last.rawValue - first.rawValue > 0 && last.rawValue + last.rawValue > 0)
        for seconds in [Int64.min, -1, 0, 1, .max] {
            #expect((first...last).contains(first.advanced(bySeconds: seconds)))
            #expect((first...last).contains(last.advanced(bySeconds: seconds)))
        }
        #expect(first < ContractLimits.dates.lowerBound && ContractLimits.dates.upperBound < last)
    }

    @Test(
        "leave a converted video of any size and duration some room",
        arguments: [UInt32.min, 1, .max], VideoSpecification.Preset.allCases)
    func videos(_ side: UInt32, _ preset: VideoSpecification.Preset) {
        var specification = VideoSpecification()
        specification.preset = preset
        for other in [side, 0, .max] {
            let geometry = VideoGeometry(of: specification, width: side, height: other)
            #expect(geometry.width >= 2 && geometry.height >= 2 && geometry.width % 2 == 0)
            let durations = [0, -1, 1e300, .infinity, -.infinity, .nan, .leastNonzeroMagnitude]
            for seconds in durations { #expect(geometry.room(seconds: seconds) >= 1 << 20) }
        }
    }
}
