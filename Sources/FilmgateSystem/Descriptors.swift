internal import CFilmgateSystem

/// Lets this process hold as many descriptors as the system ever allows it: what clients hand in is counted in them.
public func raiseDescriptorLimit() throws(Errno) { try calling { fg_raise_descriptors() } }
