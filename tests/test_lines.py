from pathlib import Path

import pytest

from puma_dataset.lines import Line, parse_lines, read_lines
from puma_metrics.errors import InputError

WRONG = {
    b'{"a": 1': "not JSON at column 8: Expecting ',' delimiter; each line is one JSON object",
    b'{"a": 1},': "not JSON at column 9: Extra data; each line is one JSON object",
    b"{'a'}": "not JSON at column 2: Expecting property name enclosed in double quotes; each line is one JSON object",
    b'{"a": "\xb3"}': "not UTF-8 at byte 8 (0xb3); save the file as UTF-8",
    b"[1]": 'a list, not an object; each line is one task, {"id": ..., ...}',
    b'"a"': 'a string, not an object; each line is one task, {"id": ..., ...}',
    b"1.5": 'a number, not an object; each line is one task, {"id": ..., ...}',
    b"true": 'true, not an object; each line is one task, {"id": ..., ...}',
    b"null": 'null, not an object; each line is one task, {"id": ..., ...}',
    b'{"a": {"b": 1, "b": 1}}': "the field 'b' stands twice in one object; keep one of them",
    b'{"a": NaN}': "NaN is no JSON number; write a finite number, or null",
    b'{"a": -Infinity}': "-Infinity is no JSON number; write a finite number, or null",
    b'{"a": 1e999}': "the number 1e999 is too large to be kept; write it as a string",
    b'{"a": 0.12345678901234567890}': (
        "the number 0.12345678901234567890 would be kept as 0.12345678901234568; write fewer digits, or a string"
    ),
    b'{"a": ' + b"1" * 5000 + b"}": "a number of 5000 characters; at most 1000 are allowed",
    b'{"a": "\\ud83d"}': "half of a surrogate pair (\\ud83d) is no character; remove it",
    b'{"a": ' + b"[" * 100_000: "nested deeper than 100 levels; a task needs no more than six",
}


@pytest.mark.parametrize("raw", WRONG, ids=lambda raw: raw[:30])
def test_says_what_is_wrong_with_a_line(raw: bytes):
    lines, findings = parse_lines(b'{"id": "a"}\n\n' + raw + b'\n{"id": "b"}')
    assert lines == [Line(1, {"id": "a"}), Line(4, {"id": "b"})]
    assert [str(finding) for finding in findings] == ["tasks.jsonl:3: " + WRONG[raw]]


@pytest.mark.parametrize(
    "raw",
    [b'{"a": 1.50}', b'{"a": 1e5}', b'{"a": -0.0}', b'{"a": 12345678901234567890}', b'{"a": "\\ud83d\\ude00 [[[["}'],
)
def test_keeps_what_python_keeps_exactly(raw: bytes):
    assert parse_lines(raw)[1] == []


def test_brackets_in_strings_are_no_depth():
    raw = b'{"a": "\\"' + b"[" * 500 + b'", "b": "' + b"{" * 500 + b'"}'
    assert parse_lines(raw)[1] == []


def test_a_byte_order_mark_is_read_past():
    assert parse_lines(b'\xef\xbb\xbf{"id": "a"}\r\n') == ([Line(1, {"id": "a"})], [])


ARRAYS = [
    b'[{"id": "a"}, {"id": "b"}]',
    b'\xef\xbb\xbf[{"id": "a"}]',
    b'[\n  {"id": "a"},\n  {"id": "b"}\n]\n',
    b'[\n  {\n    "id": "a"\n  },\n  {\n',
]


@pytest.mark.parametrize("content", ARRAYS)
def test_a_json_array_of_tasks_is_one_error(content: bytes):
    lines, findings = parse_lines(content)
    message = "tasks.jsonl: is one JSON array; write each task on a line of its own (jq -c '.[]')"
    assert (lines, list(map(str, findings))) == ([], [message])


def test_a_string_that_never_ends_is_said_in_a_sentence_that_does():
    (finding,) = parse_lines(b'{"id": "a')[1]
    assert str(finding) == (
        "tasks.jsonl:1: not JSON at column 8: Unterminated string starting; each line is one JSON object"
    )


@pytest.mark.parametrize("content", [b"", b"\n \n"])
def test_an_empty_file_is_an_error(content: bytes):
    (finding,) = parse_lines(content)[1]
    assert str(finding) == "tasks.jsonl: holds no task; write one JSON object per line"
    assert not finding.is_warning


def test_says_what_stands_where_the_folder_should(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("")
    (tmp_path / "empty").mkdir()
    messages = {
        "absent": "absent: no such folder; give a folder that holds tasks.jsonl",
        "file": "file: a file, not a folder; give the folder that holds tasks.jsonl",
        "empty": "empty: no tasks.jsonl in it; a task folder holds tasks.jsonl and the media it names",
    }
    for name, message in messages.items():
        with pytest.raises(InputError) as raised:
            read_lines(Path(name))
        assert str(raised.value) == message
