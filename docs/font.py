"""Cuts the table's Chinese font down to the glyphs that the page uses: `python docs/font.py NotoSansCJK-Regular.ttc`.

Needs fonttools and brotli. Noto Sans CJK stands under the SIL Open Font License, which is kept beside the subset.
"""

import subprocess
import sys
from pathlib import Path

from shengji_env.rules.presets import TITLES
from shengji_env.table import hints

TABLE = Path(__file__).resolve().parents[1] / "shengji_env" / "table"
STATIC = TABLE / "static"
SIMPLIFIED = 2  # the number of Noto Sans CJK SC in the collection


def used() -> str:
    """Every letter beyond Latin in the page's words, the presets' titles and the hints' sentences."""
    texts = [path.read_text(encoding="utf-8") for path in (*STATIC.glob("*.js"), STATIC / "index.html")]
    texts += [*TITLES.values(), Path(hints.__file__).read_text(encoding="utf-8")]
    return "".join(sorted({letter for text in texts for letter in text if ord(letter) >= 0x2E80}))


if __name__ == "__main__":
    out = STATIC / "cjk-subset.woff2"
    options = [f"--text={used()}", "--flavor=woff2", f"--font-number={SIMPLIFIED}", f"--output-file={out}"]
    subprocess.run([sys.executable, "-m", "fontTools.subset", sys.argv[1], *options, "--layout-features="], check=True)
    print(f"{len(used())} glyphs, {out.stat().st_size:,} bytes")
