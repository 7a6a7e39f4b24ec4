"""Serves the cases endpoint of lexdex from the Datasette database `cases`, with the same bodies."""

from datasette import Response, hookimpl

FILTERS = ("topic", "jurisdiction", "court")


@hookimpl
def register_routes():
    return [(r"^/api/v1/cases$", list_cases)]


async def list_cases(datasette, request):
    database = datasette.get_database("cases")
    values = {name: request.args[name] for name in FILTERS if name in request.args}
    limit, offset = int(request.args.get("limit", 20)), int(request.args.get("offset", 0))
    matching = "case_topics" if "topic" in values else "cases"
    if values:
        matching += " WHERE " + " AND ".join(f"{name} = :{name}" for name in values)
    total = (await database.execute(f"SELECT count(*) FROM {matching}", values)).single_value()
    page = await database.execute(
        f"""
        SELECT record FROM (SELECT position FROM {matching} ORDER BY position LIMIT :limit OFFSET :offset) AS page
        JOIN cases USING (position) ORDER BY position
        """,
        {**values, "limit": limit, "offset": offset},
    )
    records = [row["record"] for row in page.rows]
    has_more = "true" if records and offset + len(records) < total else "false"
    meta = f'{{"total":{total},"limit":{limit},"offset":{offset},"hasMore":{has_more}}}'
    body = f'{{"data":[{",".join(records)}],"meta":{meta}}}'.encode()
    return Response(body, content_type="application/json", headers={"content-length": str(len(body))})
