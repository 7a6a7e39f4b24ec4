from urllib.parse import urljoin

import requests

url = "http://localhost:8080/api/v1/cases?topic=privacy&limit=100"
while url:
    response = requests.get(url)
    response.raise_for_status()
    for record in response.json()["data"]:
        print(record["id"])
    following = response.links.get("next")
    url = urljoin(url, following["url"]) if following else None
