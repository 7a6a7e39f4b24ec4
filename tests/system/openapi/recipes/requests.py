"""The parts of requests that the recipes need, written with the standard library."""

import json as _json
import re
import urllib.error
import urllib.parse
import urllib.request


class _Response:
    def __init__(self, answer):
        self.status_code = answer.status
        self.headers = answer.headers
        self._body = answer.read()

    def json(self):
        return _json.loads(self._body)

    def raise_for_status(self):
        if self.status_code >= 400:
            raise RuntimeError(f"{self.status_code}: {self._body}")

    @property
    def links(self):
        found = re.findall(r'<([^>]*)>; rel="(\w+)"', self.headers.get("Link", ""))
        return {rel: {"url": url, "rel": rel} for url, rel in found}


def get(url, params=None):
    query = "?" + urllib.parse.urlencode(params) if params else ""
    try:
        return _Response(urllib.request.urlopen(url + query))
    except urllib.error.HTTPError as refusal:
        return _Response(refusal)
