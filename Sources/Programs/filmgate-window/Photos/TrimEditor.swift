import FilmgateGTK
import FilmgatePrompts
import FilmgateText

/// The controls with which the person chooses a part of a video that is longer than the app accepts.
final class TrimEditor {
    private let options: PickSettings
    private let builder: Builder
    private lazy var bar = Widget(in: builder, "trim-bar")
    private lazy var start = Slider(in: builder, "trim-start")
    private lazy var end = Slider(in: builder, "trim-end")
    private lazy var range = Label(in: builder, "trim-range")
    private var longest = 0.0
    private var duration = 0.0
    private var isAdjusting = false
    private var onChange: (Range<Double>?) -> Void = { _ in }

    /// The minimum duration of the part, in seconds.
    private static let shortest = 0.5

    init(_ options: PickSettings, _ builder: Builder) {
        self.options = options
        self.builder = builder
        start.onChanged { [weak self] in self?.adjusted(movedStart: true) }
        end.onChanged { [weak self] in self?.adjusted(movedStart: false) }
    }

    /// Shows the controls if the asset is a video that is longer than the app accepts. Otherwise hides them.
    func show(_ asset: ListedAsset) {
        guard let longest = options.question.picker?.maxDuration, let duration = asset.duration, duration > longest
        else { return bar.isVisible = false }
        show(duration: duration, longest: longest, chosen: options.trims[asset.id]) { [options] in
            options.setTrim($0, of: asset.id)
        }
    }

    /// - Parameters:
    ///   - duration: the duration of the video, in seconds.
    ///   - longest: the maximum duration that the app accepts, in seconds.
    private func show(
        duration: Double, longest: Double, chosen: Range<Double>?, onChange: @escaping (Range<Double>?) -> Void
    ) {
        (self.duration, self.longest, self.onChange) = (duration, longest, onChange)
        isAdjusting = true
        start.setRange(0...duration)
        end.setRange(0...duration)
        start.value = chosen?.lowerBound ?? 0
        end.value = chosen?.upperBound ?? min(duration, longest)
        isAdjusting = false
        bar.isVisible = true
        adjusted(movedStart: true)
    }

    /// Handles a moved slider. Moves the other slider, too, if the part would be too long or too short.
    private func adjusted(movedStart: Bool) {
        guard !isAdjusting, bar.isVisible else { return }
        isAdjusting = true
        defer { isAdjusting = false }
        let shortest = min(Self.shortest, longest, duration)
        if movedStart {
            start.value = min(start.value, duration - shortest)
            end.value = min(max(end.value, start.value + shortest), start.value + longest)
        } else {
            end.value = max(end.value, shortest)
            start.value = max(min(start.value, end.value - shortest), end.value - longest)
        }
        range.text = localized(
            "{start} to {end} s", ["start": Self.seconds(start.value), "end": Self.seconds(end.value)])
        let (from, to) = (start.value, min(end.value, start.value + longest))
        onChange(from < to ? from..<to : nil)
    }

    private static func seconds(_ value: Double) -> String {
        let tenths = Int((max(0, min(value, 1e6)) * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}
