"""Prints the number of the X11 window that a window belongs to: transient.py NUMBER. Prints 0 if it belongs to none."""
import ctypes
import sys

x11 = ctypes.CDLL("libX11.so.6")
x11.XOpenDisplay.restype = ctypes.c_void_p
x11.XGetTransientForHint.argtypes = [ctypes.c_void_p, ctypes.c_ulong, ctypes.POINTER(ctypes.c_ulong)]
parent = ctypes.c_ulong()
x11.XGetTransientForHint(x11.XOpenDisplay(None), int(sys.argv[1]), ctypes.byref(parent))
print(parent.value)
