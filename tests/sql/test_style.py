"""The form of every model: import CTEs first, named steps, `final`, lowercase, and nothing taken without being named."""

import re

import pytest
import sqlglot
from sqlglot import exp

from ofc_audit.data import data_dir
from ofc_audit.tables import all_tables
from ofc_audit.warehouse.models import Model, load_models
from ofc_audit.warehouse.views import load_views

MODELS = {model.name: model for model in load_models()}
RELATIONS = set(MODELS) | set(all_tables())


def query(model: Model) -> exp.Select:
    parsed = sqlglot.parse_one(model.sql, read="duckdb")
    assert isinstance(parsed, exp.Select)
    return parsed


def is_import(cte: exp.CTE) -> bool:
    """Whether a CTE is `select * from <one relation>` and nothing else."""
    body = cte.this
    return isinstance(body, exp.Select) and re.fullmatch(r"SELECT \* FROM \w+", body.sql(dialect="duckdb")) is not None


@pytest.mark.parametrize("name", MODELS)
def test_relations_are_named_in_import_ctes_only_and_these_come_first(name: str) -> None:
    ctes = query(MODELS[name]).ctes
    kinds = [is_import(cte) for cte in ctes]
    assert kinds == sorted(kinds, reverse=True)
    own = {cte.alias for cte in ctes}
    assert not own & RELATIONS, "a step must not hide a relation of the same name"
    for cte, imports in zip(ctes, kinds, strict=True):
        read = {t.name for t in cte.this.find_all(exp.Table)}
        assert read <= (RELATIONS if imports else own)


@pytest.mark.parametrize("name", MODELS)
def test_the_last_step_is_final_and_all_of_it_is_taken(name: str) -> None:
    assert query(MODELS[name]).ctes[-1].alias == "final"
    assert MODELS[name].sql.endswith("\n)\n\nselect * from final\n")


@pytest.mark.parametrize("name", MODELS)
def test_stars_stand_in_imports_and_at_the_end_only(name: str) -> None:
    for cte in query(MODELS[name]).ctes:
        stars = [star for star in cte.this.find_all(exp.Star) if not isinstance(star.parent, exp.Count)]
        assert len(stars) == is_import(cte)


@pytest.mark.parametrize("name", MODELS)
def test_the_form_of_the_text_tells_what_a_model_reads_as_a_parser_does(name: str) -> None:
    steps = {cte.alias for cte in query(MODELS[name]).find_all(exp.CTE)}
    read = {table.name for table in query(MODELS[name]).find_all(exp.Table)} - steps
    assert MODELS[name].reads == tuple(sorted(read))


@pytest.mark.parametrize("name", MODELS)
def test_every_step_is_used(name: str) -> None:
    ctes = query(MODELS[name]).ctes
    used = {t.name for cte in ctes for t in cte.this.find_all(exp.Table)}
    assert {cte.alias for cte in ctes} - used == {"final"}


@pytest.mark.parametrize("name", MODELS)
def test_sql_is_lowercase_without_templates_or_semicolons(name: str) -> None:
    sql = "\n".join(line for line in MODELS[name].sql.splitlines() if not line.lstrip().startswith("--"))
    bare = re.sub(r"'[^']*'", "''", sql)
    assert bare == bare.lower()
    assert not re.search(r"[{};\t]", bare)
    assert max(map(len, sql.splitlines())) <= 120


@pytest.mark.parametrize("name", [name for name, model in MODELS.items() if model.layer != "checks"])
def test_names_begin_with_their_layer(name: str) -> None:
    prefix = {"staging": "stg_", "intermediate": "int_", "sums": "sum_", "marts": ""}[MODELS[name].layer]
    assert name.startswith(prefix)
    assert name.startswith(("stg_", "int_", "sum_")) == bool(prefix)


def test_there_is_nothing_but_models_and_their_examples_in_the_folder() -> None:
    files = {p.relative_to(data_dir("sql")).as_posix() for p in data_dir("sql").rglob("*") if p.is_file()}
    views = {f"views/{view.file}" for view in load_views()}
    examples = {name for name in files if name.endswith(".given.toml")}
    assert files - examples == {model.file for model in MODELS.values()} | views
    assert {name.replace(".given.toml", ".sql") for name in examples} <= files
