import FilmgateGTK
import FilmgateModel
import FilmgatePrompts

/// Handles the clicks, taps and keys that change the selection.
extension PhotoGrid {
    func connectSelection() {
        guard let selection else { return }
        view.setRubberBand(true)
        rows.isSelected = { [weak self] in
            guard let self, assets.indices.contains($0) else { return false }
            return selection.contains(assets[$0].id)
        }
        rows.changeSelection = { [weak self] in self?.changed($0) }
        selection.onChange = { [weak self] in
            guard let self else { return }
            if selection.count == 0 { isSelectingByTouch = false }
            rows.selectionChanged(in: 0..<rows.count)
            view.each { cell, position in (cell as? PhotoCell)?.mark(at: position) }
        }
    }

    private func changed(_ change: RowList.SelectionChange) {
        switch change {
        case .add(let positions): selection?.add(ids(positions))
        case .remove(let positions): selection?.remove(ids(positions))
        case .extend(let positions): select(ids(positions), keepsOthers: isPicking || isSelectingByTouch)
        case .rectangle(let positions, let keepsOthers): select(ids(positions), keepsOthers: isPicking || keepsOthers)
        }
    }

    private func select(_ ids: [AssetID], keepsOthers: Bool) {
        if keepsOthers { selection?.add(ids) } else { selection?.replace(with: ids) }
    }

    private func ids(_ positions: some Sequence<Int>) -> [AssetID] {
        positions.compactMap { assets.indices.contains($0) ? assets[$0].id : nil }
    }

    func toggle(_ position: Int) {
        guard assets.indices.contains(position) else { return }
        selection?.toggle(assets[position].id)
    }

    /// Selects a photo and unselects all others.
    func selectAlone(_ position: Int) {
        guard assets.indices.contains(position) else { return }
        selection?.replace(with: [assets[position].id])
    }

    /// The photo with the keyboard focus. Reading this property also shows the focus, which GTK hides some seconds
    /// after the last key. So the person sees which photo a key changes.
    var keyboardAsset: AssetID? {
        guard !isClickedAway, let position = view.focusedPosition, assets.indices.contains(position) else { return nil }
        view.showFocus()
        return assets[position].id
    }

    // MARK: Clicks and taps

    func pressed(_ clicks: Int) {
        isClickedAway = false
        if clicks == 2 {
            beforeDoubleClick = beforeClick
            // If GTK activates the photo, it does so before the closure runs.
            MainLoop.after(milliseconds: 0) { [weak self] in self?.beforeDoubleClick = nil }
        }
        beforeClick = selection?.ids ?? []
    }

    func clicked(_ position: Int) {
        if isPicking || isSelectingByTouch { toggle(position) } else { selectAlone(position) }
    }

    func clickedBesidePhotos() {
        guard !isPicking else { return }
        selection?.removeAll()
        isClickedAway = true
    }

    /// Handles a finger that the person holds on a photo.
    func held(_ position: Int) {
        guard let selection, assets.indices.contains(position) else { return }
        // Taps already select photos, so holding a finger opens the photo.
        if isPicking { return openByKeyboard(position) }
        guard !selection.contains(assets[position].id) else {
            if let cell = view.cell(at: position) {
                _ = openMenu(of: position, in: cell, atX: Double(cell.width) / 2, y: Double(cell.height) / 2)
            }
            return
        }
        isSelectingByTouch = true
        selection.add([assets[position].id])
    }

    /// Handles a double-click on a photo, or Enter.
    func activated(_ position: Int) {
        if let before = beforeDoubleClick {
            beforeDoubleClick = nil
            // Restores the selection from before the first click, because a double-click only opens the photo.
            selection?.replace(with: before)
            // Opens the preview later, because GTK moves the focus to the photo after this call.
            MainLoop.after(milliseconds: 0) { [weak self] in self?.onPreview(position) }
            return
        }
        if isPicking { toggle(position) } else { openByKeyboard(position) }
    }

    func mark(_ cell: PhotoCell, at position: Int) {
        guard assets.indices.contains(position), let selection else { return }
        cell.tile.setMark(selection.mark(of: assets[position].id))
    }

    // MARK: The menu

    /// Opens the menu of the selected photos. If the photo is not selected, first selects it alone.
    ///
    /// - Returns: whether a menu was opened.
    func openMenu(of position: Int, in cell: Widget, atX x: Double, y: Double) -> Bool {
        guard let menu, let selection, assets.indices.contains(position) else { return false }
        if !selection.contains(assets[position].id) { selectAlone(position) }
        menuPosition = position
        // Moves the focus to the photo, so that keys continue from there after the menu has closed.
        _ = view.focus(at: position)
        onMenu()
        menu.open(in: cell, atX: x, y: y)
        return true
    }

    func openMenuByKeyboard() -> Bool {
        guard let position = view.focusedPosition, let cell = view.cell(at: position) else { return false }
        return openMenu(of: position, in: cell, atX: Double(cell.width) / 2, y: Double(cell.height) / 2)
    }
}
