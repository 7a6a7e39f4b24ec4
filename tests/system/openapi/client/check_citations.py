"""Checks the citations of a text with the generated client, and compares the answer with that to a body of plain text.

The generator does not support bodies of plain text, so the client's own connection sends it.
"""

import sys

from lexdex_client import Client
from lexdex_client.api.citations import check_citations
from lexdex_client.models import CheckedCitationList, CitationsRequest

TEXT = "“Smith v. Jones, 410 U.S. 113, 153 (1999)”; 42 U.S.C. §§ 1981 and 1983; 12 Fict. Rep. 345."

client = Client(base_url=sys.argv[1], raise_on_unexpected_status=True)
checked = check_citations.sync(client=client, body=CitationsRequest(text=TEXT))
assert isinstance(checked, CheckedCitationList), checked
response = client.get_httpx_client().post(
    "/api/v1/citations", content=TEXT.encode(), headers={"Content-Type": "text/plain; charset=utf-8"}
)
assert response.status_code == 200, response.text
assert checked == CheckedCitationList.from_dict(response.json()), (checked, response.text)
print(*(citation.text for citation in checked.data), sep="\n")
