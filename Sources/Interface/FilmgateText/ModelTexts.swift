// Re-exports `XMLText` from the model, so that users of this module do not have to import the model.
@_exported public import enum FilmgateModel.XMLText
