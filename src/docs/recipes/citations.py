import requests

for cited in ["410 U.S. 113", "Roe v. Wade, 410 US 113, 153 (1973)", "18 USC 1341", "999 U.S. 9999"]:
    found = []
    for resource in ["cases", "statutes", "bills"]:
        url = f"http://localhost:8080/api/v1/{resource}"
        response = requests.get(url, params={"citation": cited})
        response.raise_for_status()
        found += response.json()["data"]
    print(cited, "is", found[0]["id"] if found else "not in this index")
