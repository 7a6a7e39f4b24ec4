-- Prints the cases of cases.db, in list order, as JSON Lines for servers that load documents. The record is a string.

SELECT json_object(
    'jurisdiction', jurisdiction,
    'court', coalesce(court, ''),
    'topics', json(record -> '$.topics'),
    'record', record
)
FROM cases
ORDER BY position;
