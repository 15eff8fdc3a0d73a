internal import CFilmgateSystem

/// Gives memory back to the system that was freed and is kept for later, which takes milliseconds for each megabyte.
public func giveBackMemory() { fg_give_back_memory() }
