"""The loopback hub refuses what the Hub refuses, so that a publication which passes here has asked for the right."""

import json
import urllib.error
import urllib.request

import pytest
from loopback import TOKEN, Hub


@pytest.fixture
def hub():
    with Hub() as running:
        running.repositories.clear()
        yield running


def ask(hub, path, body=None, token=TOKEN, method=None, headers=None):
    headers = {**(headers or {}), **({"Authorization": f"Bearer {token}"} if token else {})}
    request = urllib.request.Request(hub.url + path, body, headers, method=method)
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read()


def create(hub, organisation="org", token=TOKEN):
    body = {"type": "dataset", "name": "puma", "organization": organisation}
    return ask(hub, "/api/repos/create", json.dumps(body).encode(), token)[0]


def commit(hub, *operations):
    lines = [json.dumps({"key": key, "value": value}) for key, value in operations]
    return ask(hub, "/api/datasets/org/puma/commit/main", "\n".join(lines).encode())


def test_only_a_token_of_the_organisation_writes(hub):
    assert create(hub, token=None) == 401
    assert create(hub, token="another") == 401
    assert create(hub, organisation="other") == 403
    assert create(hub) == 200
    assert create(hub) == 409


def test_a_commit_is_read_back_whole_and_in_part(hub):
    create(hub)
    assert commit(hub, ("header", {}), ("file", {"path": "a/b.txt", "content": "UHVtYQ=="}))[0] == 200
    address = "/datasets/org/puma/resolve/main/a/b.txt"
    assert ask(hub, address) == (200, b"Puma")
    assert ask(hub, address, headers={"Range": "bytes=1-2"}) == (206, b"um")
    assert ask(hub, address, headers={"Range": "bytes=2-"}) == (206, b"ma")
    assert ask(hub, "/datasets/org/puma/resolve/main/a/c.txt")[0] == 404
    assert ask(hub, "/datasets/org/puma/resolve/" + "1" * 40 + "/a/b.txt")[0] == 404


def test_a_large_file_is_what_its_digest_says(hub):
    assert ask(hub, "/large/" + "0" * 64, b"Puma", method="PUT")[0] == 400


def test_what_it_does_not_know_it_refuses(hub):
    create(hub)
    assert ask(hub, "/api/datasets/org/puma/discussions")[0] == 404
    assert commit(hub, ("lfsPointer", {}))[0] == 400
    assert hub.requests[-1] == "POST /api/datasets/org/puma/commit/main"
