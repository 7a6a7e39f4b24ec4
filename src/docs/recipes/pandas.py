import pandas as pd
import requests

page = pd.DataFrame(requests.get("http://localhost:8080/api/v1/cases?topic=privacy&limit=100").json()["data"])
everything = pd.read_csv("http://localhost:8080/api/v1/cases/export?topic=privacy&format=csv")
