"""Values between JSON and D-Bus: built by a signature, read to plain types."""
import base64

import dbus

NUMBERS = {"y": dbus.Byte, "n": dbus.Int16, "q": dbus.UInt16, "i": dbus.Int32, "u": dbus.UInt32, "x": dbus.Int64,
           "t": dbus.UInt64, "d": dbus.Double, "b": dbus.Boolean}
TEXTS = {"s": dbus.String, "o": dbus.ObjectPath, "g": dbus.Signature}


def split(signature):
    """The single complete types of a signature."""
    return [str(part) for part in dbus.Signature(signature)]


def build(kind, value, descriptors, level=0):
    """A value of the type `kind`; `level` says how many variants it is wrapped in."""
    wrap = {"variant_level": level}
    if kind in NUMBERS:
        return NUMBERS[kind](value, **wrap)
    if kind in TEXTS:
        return TEXTS[kind](value, **wrap)
    if kind == "h":
        return descriptors.lend(value, level)
    if kind == "v":
        inner, content = variant(value)
        return build(inner, content, descriptors, level + 1)
    if kind == "ay" and isinstance(value, dict):
        return dbus.ByteArray(base64.b64decode(value["bytes"]), **wrap)
    if kind.startswith("a{"):
        key, content = split(kind[2:-1])
        return dbus.Dictionary({build(key, name, descriptors): build(content, item, descriptors)
                                for name, item in value.items()}, signature=kind[2:-1], **wrap)
    if kind.startswith("a"):
        return dbus.Array([build(kind[1:], item, descriptors) for item in value], signature=kind[1:], **wrap)
    parts = split(kind[1:-1])
    if len(parts) != len(value):
        raise ValueError(f"a {kind} has {len(parts)} members")
    return dbus.Struct([build(part, item, descriptors) for part, item in zip(parts, value)],
                       signature=kind[1:-1], **wrap)


def variant(value):
    """The type and the content of what stands for a variant."""
    if isinstance(value, dict) and set(value) == {"type", "value"}:
        return value["type"], value["value"]
    if isinstance(value, bool):
        return "b", value
    if isinstance(value, str):
        return "s", value
    if isinstance(value, list) and value and all(isinstance(item, str) for item in value):
        return "as", value
    raise ValueError(f"say the type of {value!r}")


def simple(value, descriptors):
    """A received value in JSON's types."""
    if isinstance(value, dbus.types.UnixFd):
        return {"descriptor": descriptors.describe(descriptors.keep(value.take()))}
    if isinstance(value, (dbus.Boolean, bool)):
        return bool(value)
    if isinstance(value, (bytes, dbus.ByteArray)):
        return {"bytes": base64.b64encode(bytes(value)).decode()}
    if isinstance(value, dict):
        if value.signature and value.signature[0] in "sog":
            return {str(key): simple(item, descriptors) for key, item in value.items()}
        return [[simple(key, descriptors), simple(item, descriptors)] for key, item in value.items()]
    if isinstance(value, (list, tuple)):
        return [simple(item, descriptors) for item in value]
    if isinstance(value, float):
        return float(value)
    if isinstance(value, int):
        return int(value)
    return str(value)
