"""Reads a feed from standard input with feedparser, and prints as JSON what it has read."""

import json
import sys

import feedparser

feed = feedparser.parse(sys.stdin.buffer.read(), sanitize_html=False, resolve_relative_uris=False)


def parts(element):
    return {
        "id": element.id,
        "title": element.title,
        "updated": element.updated,
        "links": [[link.rel, link.href] for link in element.links],
        "topics": [tag.term for tag in element.get("tags", [])],
        "summary": element.get("summary"),
        "content": element.content[0].value if "content" in element else None,
        "is_time": element.updated_parsed is not None,
    }


print(
    json.dumps(
        {
            "is_wrong": bool(feed.bozo),
            "version": feed.version,
            "author": feed.feed.author,
            "feed": parts(feed.feed),
            "entries": [parts(entry) for entry in feed.entries],
        }
    )
)
