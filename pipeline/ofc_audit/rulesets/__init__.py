"""Rule sets: what each site plays, as data with a source for every value.

`schemas/rules/_parameters.toml` says what can be asked of a rule set, `_royalties.toml` holds the royalty tables, and
each other file there is one rule set. A value that no source gives is `UNKNOWN`, never a default: what depends on it
cannot be verified.
"""

from ofc_audit.rulesets.catalogue import Parameter, all_parameters
from ofc_audit.rulesets.check import FileReport, check_files
from ofc_audit.rulesets.dates import Period, candidates, dated_variants
from ofc_audit.rulesets.describe import RuleRow, describe
from ofc_audit.rulesets.diff import Difference, Side, changed_keys, differences, play_alike
from ofc_audit.rulesets.load import RulesError, load_rules
from ofc_audit.rulesets.model import RuleSet
from ofc_audit.rulesets.royalties import RoyaltyTable
from ofc_audit.rulesets.text import text_value
from ofc_audit.rulesets.values import UNKNOWN, Unknown, Value, value_text

__all__ = [
    "UNKNOWN",
    "Difference",
    "FileReport",
    "Parameter",
    "Period",
    "RoyaltyTable",
    "RuleRow",
    "RuleSet",
    "RulesError",
    "Side",
    "Unknown",
    "Value",
    "all_parameters",
    "candidates",
    "changed_keys",
    "check_files",
    "dated_variants",
    "describe",
    "differences",
    "load_rules",
    "play_alike",
    "text_value",
    "value_text",
]
