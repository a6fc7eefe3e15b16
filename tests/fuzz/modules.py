"""Which modules are a reader's own. Imports nothing, so that they can be instrumented before anything else is imported."""

MODULES = {
    "ofc_text": ("ofc_text", "text_", "scan"),
    "ofc_jsonl": ("ofc_jsonl", "jsonl_", "json_"),
    "capture_hh": ("capture_", "json_"),
    "arena_jsonl": ("arena_", "json_"),
    "swc_capture": ("swc_", "json_strict"),
    "swc_dealer": ("swc_",),
    "table": ("table",),
    "xlsx": ("xlsx", "zips", "packed", "table_forms"),
    "sqlite": ("table_forms",),
    "parquet": ("table_forms",),
}
"""How the names of the modules begin that are a reader's own: what all readers share is reached by any input, and would tell nothing new."""
