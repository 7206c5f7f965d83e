"""Stand-alone program that compiles one file by libnvrtc. Arguments: the library, the source, the result, options."""

import ctypes
import os
import sys


def main(library: str, source: str, result: str, *options: str) -> int:
    """Compile `source` and write the code to `result`; return 0, or 1 after printing the compiler's messages on stderr."""
    folder = os.path.dirname(os.path.realpath(library))
    for name in sorted(os.listdir(folder)):
        if name.startswith("libnvrtc-builtins.so"):  # which some versions look for by name alone, where the system looks
            ctypes.CDLL(os.path.join(folder, name), ctypes.RTLD_GLOBAL)
    nvrtc = ctypes.CDLL(library)
    program, size = ctypes.c_void_p(), ctypes.c_size_t()
    with open(source, "rb") as file:
        text = file.read()
    words = (ctypes.c_char_p * len(options))(*(word.encode() for word in options))
    code = nvrtc.nvrtcCreateProgram(ctypes.byref(program), text, source.encode(), 0, None, None)
    code = code or nvrtc.nvrtcCompileProgram(program, len(options), words)
    if code:
        said = b""
        if program and not nvrtc.nvrtcGetProgramLogSize(program, ctypes.byref(size)) and size.value > 1:
            log = ctypes.create_string_buffer(size.value)
            nvrtc.nvrtcGetProgramLog(program, log)
            said = log.value
        nvrtc.nvrtcGetErrorString.restype = ctypes.c_char_p
        print((said or nvrtc.nvrtcGetErrorString(code)).decode(errors="replace"), file=sys.stderr)
        return 1
    nvrtc.nvrtcGetCUBINSize(program, ctypes.byref(size))
    code_of_gpu = ctypes.create_string_buffer(size.value)
    nvrtc.nvrtcGetCUBIN(program, code_of_gpu)
    with open(result, "wb") as file:
        file.write(code_of_gpu.raw)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
