"""``python -m clew``: the program that the wheel has put beside the interpreter."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig


def program() -> str:
    """The path of the program ``clew`` of this package."""
    name = "clew" + (sysconfig.get_config_var("EXE") or "")
    schemes = {sysconfig.get_default_scheme(), sysconfig.get_preferred_scheme("user")} if sys.version_info >= (3, 10) else {None}
    for scheme in schemes:
        folder = sysconfig.get_path("scripts", scheme) if scheme else sysconfig.get_path("scripts")
        path = os.path.join(folder, name)
        if os.path.isfile(path):
            return path
    sys.exit("clew: this installation has no program: a wheel of a release has it, a build of the sources has the module alone")


def main() -> None:
    """Runs the program with the arguments of this process."""
    command = [program(), *sys.argv[1:]]
    if sys.platform == "win32":
        sys.exit(subprocess.run(command).returncode)
    os.execv(command[0], command)


if __name__ == "__main__":
    main()
