import time

import requests


def get(url):
    while True:
        response = requests.get(url)
        if response.status_code not in (429, 503):
            response.raise_for_status()
            return response
        time.sleep(int(response.headers["Retry-After"]))


for status in ["in_committee", "passed_chamber", "signed"]:
    page = get(f"http://localhost:8080/api/v1/bills?status={status}&limit=1").json()
    print(status, page["meta"]["total"])
