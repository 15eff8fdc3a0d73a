internal import CFilmgateSystem

/// Gives memory back to the system that was freed and is kept for later; it takes a look at all of the heap.
public func giveBackMemory() { fg_give_back_memory() }
