import CFilmgateSystem

/// Raises this process's limit on descriptors as far as the system allows, because clients send descriptors.
public func raiseDescriptorLimit() throws(Errno) { try calling { fg_raise_descriptors() } }

/// Returns the number of descriptors that this process can have at the same time.
public func descriptorLimit() throws(Errno) -> Int { Int(try calling { fg_descriptor_limit() }) }

/// Returns unused memory of the C library to the system. This examines the whole heap. Also unmaps the pages of the
/// program and its libraries. The kernel maps these pages again from the page cache when they are used.
public func trimMemory() { fg_give_back_memory() }
