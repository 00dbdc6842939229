"""Reading data files: their rows as structs, or one sentence that names the file, the row and the field."""

from typing import Literal

import msgspec
import pytest

from fimbul.core import BadData
from fimbul.core.reading import csv_rows, fit_rows, named, one_of, read_csv, read_rows, read_toml, within


class Beast(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A row of all kinds of cells."""

    id: str
    legs: int = 4
    tame: bool = False
    colour: Literal["", "black", "white"] = ""
    eats: tuple[str, ...] = ()
    size: tuple[int, int] = (1, 1)


HEADER = "id,legs,tame,colour,eats,size"


def beasts(folder, text):
    """The beasts of a file."""
    (folder / "beasts.csv").write_text(text, encoding="utf-8")
    return read_csv(folder, "beasts.csv", Beast, "zoo")


def test_cells_are_texts_numbers_yes_or_no_and_lists(tmp_path):
    rows = beasts(tmp_path, f"\ufeff{HEADER}\nspider,8,0,black,flies gnats,2 3\nwolf,,1,,,\n")
    assert rows == (
        Beast(id="spider", legs=8, colour="black", eats=("flies", "gnats"), size=(2, 3)),
        Beast(id="wolf", tame=True),
    )
    assert [who for who, _ in csv_rows(rows, "zoo/beasts.csv")] == [
        "zoo/beasts.csv, line 2",
        "zoo/beasts.csv, line 3",
    ]


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (",4,,,,", "zoo/beasts.csv, line 2, id: this cell is empty."),
        ("wolf,four,,,,", "zoo/beasts.csv, line 2, legs: 'four' is not a whole number."),
        ("wolf,,yes,,,", "zoo/beasts.csv, line 2, tame: 'yes' is neither 0 nor 1."),
        ("wolf,,,red,,", "zoo/beasts.csv, line 2, colour: 'red' is unknown; expected black or white."),
        ("wolf,,,,,1", "zoo/beasts.csv, line 2, size: there must be 2 words, not 1."),
        ("wolf,,,,,1 x", "zoo/beasts.csv, line 2, size: 'x' is not a whole number."),
        ('wolf,,,,"a\nb",', "zoo/beasts.csv, line 2, eats: a cell must be in one line."),
        ("wolf", "zoo/beasts.csv, line 2: this row has 1 cells, and 6 columns."),
        ('"wolf', "zoo/beasts.csv: this is not CSV: unexpected end of data."),
        ("", "zoo/beasts.csv: there is no row in this file."),
    ],
)
def test_a_bad_cell_is_named_by_file_row_and_column(tmp_path, row, message):
    with pytest.raises(BadData) as raised:
        beasts(tmp_path, f"{HEADER}\n{row}")
    assert str(raised.value) == message


@pytest.mark.parametrize(
    ("header", "message"),
    [
        (f"{HEADER},wings", "there is no column 'wings'; expected id, legs, tame, colour, eats or size."),
        (f"{HEADER},id", "the column 'id' is there 2 times."),
        ("id,legs", "the column 'tame' is missing."),
        ("", "the column 'id' is missing."),
    ],
)
def test_the_columns_must_be_those_of_the_struct(tmp_path, header, message):
    with pytest.raises(BadData) as raised:
        beasts(tmp_path, header)
    assert str(raised.value) == f"zoo/beasts.csv, line 1: {message}"


def test_a_file_that_cannot_be_read(tmp_path):
    with pytest.raises(BadData, match=r"^The file zoo/beasts\.csv cannot be read: "):
        read_csv(tmp_path, "beasts.csv", Beast, "zoo")
    (tmp_path / "beasts.csv").write_bytes(b"\xff\xfe")
    with pytest.raises(BadData, match=r"^The file zoo/beasts\.csv is not text in UTF-8\.$"):
        read_csv(tmp_path, "beasts.csv", Beast, "zoo")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a = ", "this is not TOML: .*"),
        ("[beast]", "there is no [[beast]] in this file."),
        ("beast = []", "there is no [[beast]] in this file."),
        ("[[beast]]\nid = 'elk'\n[[bird]]", "there is no field `bird`."),
    ],
)
def test_a_file_of_tables_has_rows_and_nothing_else(tmp_path, text, message):
    (tmp_path / "beasts.toml").write_text(text, encoding="utf-8")
    with pytest.raises(BadData) as raised:
        read_rows(tmp_path, "beasts.toml", "beast", Beast, "zoo")
    said = str(raised.value).removeprefix("zoo/beasts.toml: ")
    assert said == message or (message.endswith(".*") and said.startswith(message.removesuffix(".*")))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("id = 'elk'\nlegs = 'x'", "beast 1 (elk), legs: expected `int`, got `str`."),
        ("legs = 3", "beast 1: there must be a field `id`."),
        ("id = 'elk'\nhorns = 2", "beast 1 (elk): there is no field `horns`."),
        ("id = 'elk'\ncolour = 'red'", "beast 1 (elk), colour: 'red' is unknown."),
    ],
)
def test_a_bad_table_is_named_by_its_number_and_id(tmp_path, text, message):
    (tmp_path / "beasts.toml").write_text(f"[[beast]]\n{text}", encoding="utf-8")
    with pytest.raises(BadData) as raised:
        fit_rows(read_toml(tmp_path, "beasts.toml", "zoo"), "beast", Beast, "zoo/beasts.toml")
    assert str(raised.value) == f"zoo/beasts.toml, {message}"


def test_what_all_data_must_be():
    one_of("elk", ("elk", "elf"), "here")
    within(3, 1, 3, "here")
    named("elk_2", "here")
    with pytest.raises(BadData, match=r"^here: 'owl' is unknown; expected elk or elf\.$"):
        one_of("owl", ("", "elk", "elf"), "here")
    with pytest.raises(BadData, match=r"^here: it must be 1 to 3, not 4\.$"):
        within(4, 1, 3, "here")
    with pytest.raises(BadData, match=r"^here: it must be 2, not 4\.$"):
        within(4, 2, 2, "here")
    with pytest.raises(BadData, match=r"^here: 'Elk' must be a small letter, "):
        named("Elk", "here")
