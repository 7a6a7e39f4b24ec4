import requests

url = "http://localhost:8080/api/v1/cases?topic=privacy&limit=50"


def read_all():
    records, build = [], ""
    while True:
        response = requests.get(f"{url}&offset={len(records)}{build}")
        if response.status_code == 412:
            return None
        response.raise_for_status()
        build = f"&build={response.headers['Lexdex-Build']}"
        page = response.json()
        records += page["data"]
        if not page["meta"]["hasMore"]:
            return records


records = None
while records is None:
    records = read_all()
print(len(records))
