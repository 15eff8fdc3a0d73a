// Texts of the model, so that a caller of this module needs no second import.
@_exported public import enum FilmgateModel.XMLText
