// What is read speaks in policy's own types: whoever reads files needs no other import for them.
@_exported public import struct FilmgatePolicy.ClientRules
@_exported public import struct FilmgatePolicy.Rule
@_exported public import struct FilmgatePolicy.RuleBook
@_exported public import struct FilmgatePolicy.RuleFinding
@_exported public import enum FilmgatePolicy.RuleKey
@_exported public import struct FilmgatePolicy.RulePlace
