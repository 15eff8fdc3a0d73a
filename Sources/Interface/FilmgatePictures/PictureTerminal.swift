import CFilmgateChafa

/// A terminal that can show pictures. libchafa writes all control sequences.
public final class PictureTerminal {
    public let format: TerminalPictureFormat
    private let info: OpaquePointer

    /// - Parameter environment: `TERM` and the other variables that terminals set.
    /// - Throws: `TerminalPictureRefusal` if the terminal cannot show pictures.
    public init(_ environment: [String: String]) throws(TerminalPictureRefusal) {
        let type = environment["TERM"] ?? ""
        guard !type.isEmpty, type != "dumb", let info = PictureTerminal.info(environment) else { throw .terminal }
        guard let format = PictureTerminal.format(info, environment) else {
            chafa_term_info_unref(info)
            throw .terminal
        }
        if !format.showsPixels, environment["NO_COLOR"]?.isEmpty == false {
            chafa_term_info_unref(info)
            throw .noColor
        }
        self.info = info
        self.format = format
    }

    deinit { chafa_term_info_unref(info) }

    private static func info(_ environment: [String: String]) -> OpaquePointer? {
        var variables: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        for (name, value) in environment where !name.isEmpty && !name.contains("=") {
            variables = g_environ_setenv(variables, name, value, 1)
        }
        defer { g_strfreev(variables) }
        return chafa_term_db_detect(chafa_term_db_get_default(), variables)
    }

    private static func format(_ info: OpaquePointer, _ environment: [String: String]) -> TerminalPictureFormat? {
        func has(_ sequence: ChafaTermSeq) -> Bool { chafa_term_info_have_seq(info, sequence) != 0 }
        // tmux and screen keep the environment variables of the outer terminal, but cannot show its images.
        let type = environment["TERM"] ?? ""
        if !type.hasPrefix("tmux"), !type.hasPrefix("screen") {
            if has(CHAFA_TERM_SEQ_BEGIN_KITTY_IMMEDIATE_IMAGE_V1) { return .kitty }
            if has(CHAFA_TERM_SEQ_BEGIN_ITERM2_IMAGE) { return .iTerm2 }
            if has(CHAFA_TERM_SEQ_BEGIN_SIXELS) { return .sixels }
        }
        if has(CHAFA_TERM_SEQ_SET_COLOR_FGBG_DIRECT) { return .symbols(.direct) }
        if has(CHAFA_TERM_SEQ_SET_COLOR_FGBG_256) { return .symbols(.indexed256) }
        return has(CHAFA_TERM_SEQ_SET_COLOR_FGBG_16) ? .symbols(.indexed16) : nil
    }

    // MARK: Printing

    /// Returns the output that shows a picture with its own aspect ratio, as large as the box allows.
    public func print(_ picture: Bitmap, in box: CellBox, _ cell: CellSize) -> TerminalPicture {
        let size = PictureTerminal.size(picture, in: box, cell)
        let config = chafa_canvas_config_new()
        defer { chafa_canvas_config_unref(config) }
        configure(config, size, cell)
        let canvas = chafa_canvas_new(config)
        defer { chafa_canvas_unref(canvas) }
        picture.pixels.withUnsafeBufferPointer { pixels in
            chafa_canvas_draw_all_pixels(
                canvas, CHAFA_PIXEL_RGBA8_UNASSOCIATED, pixels.baseAddress, Int32(picture.width),
                Int32(picture.height), Int32(picture.width * 4))
        }
        guard let text = chafa_canvas_print(canvas, info) else { return TerminalPicture(size, lines: []) }
        defer { g_string_free(text, 1) }
        let count = Int(text.pointee.len)
        let bytes = text.pointee.str.withMemoryRebound(to: UInt8.self, capacity: count) {
            Array(UnsafeBufferPointer(start: $0, count: count))
        }
        // Only the output of symbols has separate rows.
        let newline = UInt8(ascii: "\n")
        let lines = format.showsPixels ? [bytes] : bytes.split(separator: newline).map { Array($0) }
        return TerminalPicture(size, lines: lines)
    }

    /// Returns the size in cells. Rounds to the nearest cell, because rounding down would flatten small pictures.
    private static func size(_ picture: Bitmap, in box: CellBox, _ cell: CellSize) -> CellBox {
        let width = Double(box.columns * cell.width) / Double(picture.width)
        let height = Double(box.rows * cell.height) / Double(picture.height)
        let scale = min(width, height)
        func cells(_ side: Int, _ cell: Int, _ most: Int) -> Int {
            min(most, max(1, Int((Double(side) * scale / Double(cell)).rounded())))
        }
        return CellBox(
            columns: cells(picture.width, cell.width, box.columns),
            rows: cells(picture.height, cell.height, box.rows))
    }

    private func configure(_ config: OpaquePointer?, _ size: CellBox, _ cell: CellSize) {
        chafa_canvas_config_set_geometry(config, Int32(size.columns), Int32(size.rows))
        // Kitty and iTerm2 scale pictures to the cells, so fewer pixels suffice on high-resolution screens.
        let cell = format == .sixels ? cell : cell.limited(toWidth: 12)
        chafa_canvas_config_set_cell_geometry(config, Int32(cell.width), Int32(cell.height))
        // libchafa must not skip cells, because skipped cells keep their earlier content.
        chafa_canvas_config_set_optimizations(config, CHAFA_OPTIMIZATION_REUSE_ATTRIBUTES)
        switch format {
        case .kitty: chafa_canvas_config_set_pixel_mode(config, CHAFA_PIXEL_MODE_KITTY)
        case .sixels: chafa_canvas_config_set_pixel_mode(config, CHAFA_PIXEL_MODE_SIXELS)
        case .iTerm2: chafa_canvas_config_set_pixel_mode(config, CHAFA_PIXEL_MODE_ITERM2)
        case .symbols(let colors):
            chafa_canvas_config_set_pixel_mode(config, CHAFA_PIXEL_MODE_SYMBOLS)
            chafa_canvas_config_set_canvas_mode(config, PictureTerminal.mode(colors))
            fg_use_block_symbols(config)
        }
    }

    private static func mode(_ colors: TerminalPictureFormat.SymbolColors) -> ChafaCanvasMode {
        switch colors {
        case .direct: CHAFA_CANVAS_MODE_TRUECOLOR
        // Avoids the first 16 colors of the palette, which people can change.
        case .indexed256: CHAFA_CANVAS_MODE_INDEXED_240
        case .indexed16: CHAFA_CANVAS_MODE_INDEXED_16
        }
    }

    /// Returns the sequence that moves the cursor up, without scrolling.
    func cursorUp(_ rows: Int) -> [UInt8] {
        var buffer = [CChar](repeating: 0, count: Int(CHAFA_TERM_SEQ_LENGTH_MAX) + 1)
        let length = buffer.withUnsafeMutableBufferPointer { buffer -> Int in
            guard let start = buffer.baseAddress, let end = chafa_term_info_emit_cursor_up(info, start, UInt32(rows))
            else { return 0 }
            return end - start
        }
        return buffer[..<length].map { UInt8(bitPattern: $0) }
    }
}

/// The output that shows a picture on a terminal, from the cursor to the right and down.
public struct TerminalPicture: Hashable, Sendable {
    /// The size of the picture in cells.
    public let size: CellBox
    /// For symbols, one element for each row, to be written at the beginning of that row. For pixels, a single
    /// element, after which the cursor position is undefined.
    public let lines: [[UInt8]]

    init(_ size: CellBox, lines: [[UInt8]]) {
        self.size = size
        self.lines = lines
    }
}
