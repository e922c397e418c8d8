"""A Hugging Face Hub of one process on the loopback interface, for publishing to and loading from in tests.

It knows the requests that huggingface-hub, datasets and evaluate send, and refuses every other with its path, so that a
library's new habit shows. Large files are sent by plain LFS: the client is told HF_HUB_DISABLE_XET=1.
"""

import hashlib
import json
import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from repositories import LARGE, Refused, Repository, blob_id, changed, entry, listed, operations

KINDS = {"datasets": "dataset", "spaces": "space", "models": "model"}
TOKEN = "loopback"
NEVER = "2026-01-01T00:00:00.000Z"


class Hub:
    """A running hub: its address, its repositories by kind and name, and every request it was sent.

    Whoever writes must bring the token TOKEN, and may write in the organisation `org` only.
    """

    def __init__(self) -> None:
        self.repositories: dict[tuple[str, str], Repository] = {}
        self.large: dict[str, bytes] = {}
        self.requests: list[str] = []
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.hub = self  # type: ignore[attr-defined]
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    def __enter__(self) -> "Hub":
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.server.shutdown()
        self.server.server_close()

    def repository(self, kind: str, name: str) -> Repository:
        if (kind, name) not in self.repositories:
            raise Refused(404, "RepoNotFound", f"no {kind} {name}")
        return self.repositories[kind, name]

    def environment(self) -> dict[str, str]:
        """What a process needs to take this hub for the Hub."""
        return {"HF_ENDPOINT": self.url, "HF_HUB_DISABLE_XET": "1", "HF_HUB_DISABLE_TELEMETRY": "1"}


class Handler(BaseHTTPRequestHandler):
    """One connection. Each `do_...` of the routes answers with a value for JSON, or has answered itself."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *_: object) -> None:
        pass

    def handle_request(self) -> None:
        self.hub: Hub = self.server.hub  # type: ignore[attr-defined]
        address = urlsplit(self.path)
        path = unquote(address.path)
        self.query = parse_qs(address.query)
        self.body = self.read_body()
        self.hub.requests.append(f"{self.command} {path}")
        try:
            answer = self.route(path)
        except Refused as refusal:
            headers = {"X-Error-Code": refusal.code, "X-Error-Message": str(refusal)}
            self.send(refusal.status, {"error": str(refusal), **refusal.known}, headers)
        else:
            if answer is not None:
                self.send(200, answer)

    do_GET = do_HEAD = do_POST = do_PUT = handle_request

    def read_body(self) -> bytes:
        if "chunked" not in (self.headers.get("Transfer-Encoding") or ""):
            return self.rfile.read(int(self.headers.get("Content-Length") or 0))
        body = b""
        while size := int(self.rfile.readline(), 16):
            body += self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()
        return body

    def send(self, status: int, content: Any, headers: dict[str, str] | None = None) -> None:
        raw = isinstance(content, bytes)
        body = content if raw else json.dumps(content).encode()
        self.send_response(status)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.send_header("Content-Type", "application/octet-stream" if raw else "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def route(self, path: str) -> Any:
        for pattern, answer in ROUTES:
            if found := re.fullmatch(pattern, path):
                return answer(self, *found.groups())
        raise Refused(404, "NotFound", f"a request that this hub does not know: {self.command} {path}")

    def require_token(self) -> None:
        if self.headers.get("Authorization") != f"Bearer {TOKEN}":
            raise Refused(401, "Unauthorized", "Invalid username or password.")

    def whoami(self) -> Any:
        self.require_token()
        return {"type": "user", "name": "somebody", "orgs": [{"name": "org"}], "auth": {"type": "access_token"}}

    def create(self) -> Any:
        self.require_token()
        wanted = json.loads(self.body)
        kind, name = wanted.get("type", "model"), f"{wanted.get('organization')}/{wanted['name']}"
        if wanted.get("organization") != "org":
            raise Refused(403, "Forbidden", f"You don't have the rights to create a {kind} under {name}")
        made = {"url": f"{self.hub.url}/{kind}s/{name}", "id": name}
        if (kind, name) in self.hub.repositories:
            raise Refused(409, "RepoAlreadyExists", "You already created this repo", **made)
        self.hub.repositories[kind, name] = Repository()
        return made

    def validate_yaml(self) -> Any:
        return {"errors": [], "warnings": []}

    def large_files(self, repository: str) -> Any:
        self.require_token()
        objects = []
        for wanted in json.loads(self.body)["objects"]:
            known = {"oid": wanted["oid"], "size": wanted["size"]}
            upload = {"actions": {"upload": {"href": f"{self.hub.url}/large/{wanted['oid']}"}}}
            objects.append(known if wanted["oid"] in self.hub.large else known | upload)
        return {"transfer": "basic", "objects": objects}

    def large_file(self, name: str) -> Any:
        if hashlib.sha256(self.body).hexdigest() != name:
            raise Refused(400, "BadRequest", "the content is not what its digest says")
        self.hub.large[name] = self.body
        return {}

    def info(self, kinds: str, name: str, revision: str | None) -> Any:
        commit, files = self.hub.repository(KINDS[kinds], name).at(revision or "main")
        known = {"_id": "0", "id": name, "sha": commit, "private": False, "gated": False, "disabled": False}
        counts = {"tags": [], "downloads": 0, "likes": 0, "lastModified": NEVER, "createdAt": NEVER}
        return {**known, **counts, "siblings": [{"rfilename": path} for path in sorted(files)]}

    def references(self, kinds: str, name: str) -> Any:
        commit, _ = self.hub.repository(KINDS[kinds], name).at("main")
        main = {"name": "main", "ref": "refs/heads/main", "targetCommit": commit}
        return {"branches": [main], "converts": [], "tags": [], "pullRequests": []}

    def before_upload(self, kinds: str, name: str, revision: str) -> Any:
        self.require_token()
        _, files = self.hub.repository(KINDS[kinds], name).at(revision)
        answers = []
        for wanted in json.loads(self.body)["files"]:
            path = wanted["path"]
            mode = "lfs" if path.endswith(LARGE) else "regular"
            there = files.get(path)
            # the name by which the client sees that a file has not changed
            name_there = hashlib.sha256(there).hexdigest() if mode == "lfs" and there else there and blob_id(there)
            known = {"path": path, "uploadMode": mode, "shouldIgnore": False}
            answers.append(known | ({"oid": name_there} if there is not None else {}))
        return {"files": answers}

    def commit(self, kinds: str, name: str, revision: str) -> Any:
        self.require_token()
        repository = self.hub.repository(KINDS[kinds], name)
        asked = operations(self.body)
        header: dict[str, str] = next((operation["value"] for operation in asked if operation["key"] == "header"), {})
        if header.get("parentCommit") not in (None, repository.commits[-1][0]):
            raise Refused(412, "PreconditionFailed", "A commit has happened since. Please refresh and try again.")
        files = changed(repository.files, asked, self.hub.large)
        commit = repository.commit(files, header.get("summary", ""), header.get("description", ""))
        return {"success": True, "commitOid": commit, "commitUrl": f"{self.hub.url}/{kinds}/{name}/commit/{commit}"}

    def commits(self, kinds: str, name: str, revision: str) -> Any:
        repository = self.hub.repository(KINDS[kinds], name)
        known = [(commit, *repository.said.get(commit, ("initial commit", ""))) for commit, _ in repository.commits]
        return [
            {"id": commit, "title": title, "message": message, "authors": [], "date": NEVER}
            for commit, title, message in reversed(known)
        ]

    def paths(self, kinds: str, name: str, revision: str) -> Any:
        _, files = self.hub.repository(KINDS[kinds], name).at(revision)
        is_json = "json" in (self.headers.get("Content-Type") or "")
        wanted = json.loads(self.body)["paths"] if is_json else parse_qs(self.body.decode()).get("paths", [])
        there = [path for path in wanted if path in files or any(file.startswith(f"{path}/") for file in files)]
        return [entry(path, files) for path in there]

    def tree(self, kinds: str, name: str, revision: str, folder: str | None) -> Any:
        _, files = self.hub.repository(KINDS[kinds], name).at(revision)
        return listed(files, folder or "", self.query.get("recursive", ["false"])[0].lower() == "true")

    def resolve(self, kinds: str | None, name: str, revision: str, path: str) -> Any:
        commit, files = self.hub.repository(KINDS[kinds or "models"], name).at(revision)
        if path not in files:
            headers = {"X-Error-Code": "EntryNotFound", "X-Repo-Commit": commit}
            self.send(404, b"Entry not found", headers)
            return None
        content = files[path]
        headers = {"ETag": f'"{blob_id(content)}"', "X-Repo-Commit": commit, "Accept-Ranges": "bytes"}
        wanted = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range") or "")
        if wanted and self.command == "GET":
            start, end = int(wanted[1]), min(int(wanted[2] or len(content) - 1), len(content) - 1)
            headers["Content-Range"] = f"bytes {start}-{end}/{len(content)}"
            self.send(206, content[start : end + 1], headers)
        else:
            self.send(200, content, headers)
        return None


_REPOSITORY = r"/api/(datasets|spaces|models)/([^/]+/[^/]+)"
ROUTES = [
    (r"/api/whoami-v2", Handler.whoami),
    (r"/api/repos/create", Handler.create),
    (r"/api/validate-yaml", Handler.validate_yaml),
    (r"/large/(\w+)", Handler.large_file),
    (r"/(.+)\.git/info/lfs/objects/batch", Handler.large_files),
    (_REPOSITORY + r"(?:/revision/([^/]+))?", Handler.info),
    (_REPOSITORY + r"/refs", Handler.references),
    (_REPOSITORY + r"/preupload/([^/]+)", Handler.before_upload),
    (_REPOSITORY + r"/commit/([^/]+)", Handler.commit),
    (_REPOSITORY + r"/commits/([^/]+)", Handler.commits),
    (_REPOSITORY + r"/paths-info/([^/]+)", Handler.paths),
    (_REPOSITORY + r"/tree/([^/]+)(?:/(.+))?", Handler.tree),
    (r"/(?:(datasets|spaces)/)?([^/]+/[^/]+)/resolve/([^/]+)/(.+)", Handler.resolve),
]
