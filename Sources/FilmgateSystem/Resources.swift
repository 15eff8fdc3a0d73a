internal import CFilmgateSystem

/// Raises this process' limit of descriptors as far as the system allows, because clients hand in descriptors.
public func raiseDescriptorLimit() throws(Errno) { try calling { fg_raise_descriptors() } }

/// Gives freed memory, which the C library keeps for later, back to the system; goes through the whole heap.
public func trimMemory() { fg_give_back_memory() }
