internal import CFilmgateSystem

/// Raises this process' limit of descriptors as far as the system allows, because clients hand in descriptors.
public func raiseDescriptorLimit() throws(Errno) { try calling { fg_raise_descriptors() } }
