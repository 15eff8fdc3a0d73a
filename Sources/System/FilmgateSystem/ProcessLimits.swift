import CFilmgateSystem

/// Raises this process's limit of descriptors as far as the system allows, because clients send descriptors.
public func raiseDescriptorLimit() throws(Errno) { try calling { fg_raise_descriptors() } }

/// How many descriptors this process can have at the same time.
public func descriptorLimit() throws(Errno) -> Int { Int(try calling { fg_descriptor_limit() }) }

/// Returns freed memory that the C library keeps to the system; this examines the whole heap. Also unmaps the pages of
/// the program and its libraries: the kernel maps pages again from the page cache when they are used.
public func trimMemory() { fg_give_back_memory() }
