internal import CFilmgateSystem

/// Gives freed memory, which the C library keeps for later, back to the system; goes through the whole heap.
public func giveBackMemory() { fg_give_back_memory() }
