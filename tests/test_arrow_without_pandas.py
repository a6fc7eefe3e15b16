"""Arrow loads no pandas on the roads that need none, and still makes a frame for whoever asks for one."""

import subprocess
import sys
from importlib.util import find_spec

ASKED = """
import sys
from ofc_audit import tables
import pyarrow as pa
pa.array(["x"]), pa.array([1.5, None]), pa.scalar(3)
print(bool(sys.modules.get("pandas")))
print(sys.argv[1] == "no" or pa.table({"a": [7]}).to_pandas()["a"].tolist() == [7])
"""


def test_pandas_is_loaded_for_a_frame_and_for_nothing_else() -> None:
    there = "no" if find_spec("pandas") is None else "yes"
    done = subprocess.run([sys.executable, "-c", ASKED, there], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True"]
