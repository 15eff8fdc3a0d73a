// The values that the contract speaks of are part of this library's own vocabulary: whoever imports Filmgate has them.
@_exported public import struct FilmgateModel.AssetID
@_exported public import enum FilmgateModel.AccessLevel
@_exported public import struct FilmgateModel.ClientID
@_exported public import enum FilmgateModel.ClientKind
@_exported public import enum FilmgateModel.Grantor
@_exported public import struct FilmgateModel.Location
@_exported public import enum FilmgateModel.MediaSubtype
@_exported public import enum FilmgateModel.MediaType
@_exported public import enum FilmgateModel.PlaybackStyle
@_exported public import enum FilmgateModel.PropertyValue
@_exported public import enum FilmgateModel.ResourceType
@_exported public import struct FilmgateModel.Rights
@_exported public import struct FilmgateModel.Timestamp
@_exported public import enum FilmgateModel.AssetProperty
@_exported public import enum FilmgatePolicy.Level
@_exported public import struct FilmgateSystem.Errno
@_exported public import class FilmgateSystem.OwnedDescriptor
