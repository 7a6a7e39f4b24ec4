"""Walks all pages of each list with the generated client, and prints the ids."""

import sys
from collections.abc import Callable

from lexdex_client import Client
from lexdex_client.api.bills import list_bills
from lexdex_client.api.cases import list_cases
from lexdex_client.api.statutes import list_statutes
from lexdex_client.models import BillList, CaseList, StatuteList

Page = BillList | CaseList | StatuteList


def walk(name: str, page_at: Callable[[int], object]) -> None:
    """Goes on while there is more."""
    offset, has_more = 0, True
    while has_more:
        page = page_at(offset)
        assert isinstance(page, Page), page
        for record in page.data:
            print(name, record.id)
        offset += page.meta.limit
        has_more = page.meta.has_more


client = Client(base_url=sys.argv[1], raise_on_unexpected_status=True)
walk("statutes", lambda offset: list_statutes.sync(client=client, limit=100, offset=offset))
walk("cases", lambda offset: list_cases.sync(client=client, limit=100, offset=offset))
walk("bills", lambda offset: list_bills.sync(client=client, limit=100, offset=offset))
