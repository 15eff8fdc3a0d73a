import CFilmgateGTK
import Glibc

/// A chart with bars side by side, in the color of the text.
public final class BarChart: Widget {
    /// The value of each bar. The bar of the greatest value has the full height.
    public var values: [Int] = [] {
        didSet {
            if !isConnected { connectDrawing() }
            gtk_widget_queue_draw(pointer)
        }
    }

    private var isConnected = false

    private func connectDrawing() {
        isConnected = true
        // The drawing function can outlive this object, so it holds a weak reference.
        let chart = Unmanaged.passRetained(WeakChart(self)).toOpaque()
        gtk_drawing_area_set_draw_func(
            cast(),
            { _, context, width, height, data in
                guard let context, let data else { return }
                let weak = Unmanaged<WeakChart>.fromOpaque(data).takeUnretainedValue()
                weak.chart?.draw(context, width: Double(width), height: Double(height))
            }, chart, { data in if let data { Unmanaged<WeakChart>.fromOpaque(data).release() } })
    }

    private func draw(_ context: OpaquePointer, width: Double, height: Double) {
        let most = values.max() ?? 0
        var color = GdkRGBA()
        gtk_style_context_get_color(gtk_widget_get_style_context(pointer), &color)
        let place = width / Double(max(1, values.count))
        let bar = max(1, (place * 0.7).rounded())
        let isRightToLeft = gtk_widget_get_direction(pointer) == GTK_TEXT_DIR_RTL
        for (index, value) in values.enumerated() {
            let column = isRightToLeft ? values.count - 1 - index : index
            // The bar for the value 0 is a thin line, so that the bars can be counted.
            let size = most > 0 && value > 0 ? max(3, height * Double(value) / Double(most)) : 1
            cairo_set_source_rgba(
                context, Double(color.red), Double(color.green), Double(color.blue), value > 0 ? 0.75 : 0.25)
            cairo_rectangle(context, (Double(column) * place).rounded(), height - size, bar, size)
            cairo_fill(context)
        }
    }
}

private final class WeakChart {
    weak var chart: BarChart?

    init(_ chart: BarChart) { self.chart = chart }
}
