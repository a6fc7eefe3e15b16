"""Files of a user's own, written into a folder."""

from pathlib import Path


def mine(body: str = "", name: str = "mine", extends: str = "pokerbet") -> str:
    return f'id = "{name}"\ntitle = "Mine"\nextends = "{extends}"\n{body}\n'


def write(folder: Path, name: str, text: str | bytes) -> Path:
    path = folder / f"{name}.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path
