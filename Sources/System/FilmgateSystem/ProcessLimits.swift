import CFilmgateSystem

/// Raises this process' limit of descriptors as far as the system allows, because clients hand in descriptors.
public func raiseDescriptorLimit() throws(Errno) { try calling { fg_raise_descriptors() } }

/// How many descriptors this process can have at once.
public func descriptorLimit() throws(Errno) -> Int { Int(try calling { fg_descriptor_limit() }) }

/// Gives freed memory, which the C library keeps for later, back to the system; goes through the whole heap. Unmaps the pages of the
/// program and its libraries, too: those that are still used come back from the page cache.
public func trimMemory() { fg_give_back_memory() }
