import requests

url = "http://localhost:8080/api/v1/cases?topic=privacy&limit=50"


def read_all():
    records, build = [], None
    while True:
        response = requests.get(f"{url}&offset={len(records)}")
        response.raise_for_status()
        build = build or response.headers["Lexdex-Build"]
        if response.headers["Lexdex-Build"] != build:
            return None
        page = response.json()
        records += page["data"]
        if not page["meta"]["hasMore"]:
            return records


records = None
while records is None:
    records = read_all()
print(len(records))
