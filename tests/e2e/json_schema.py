"""The part of JSON Schema that docs/events.schema.json uses."""

TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "number": (int, float), "integer": int}
KEYWORDS = {"$schema", "title", "definitions", "$ref", "type", "const", "enum", "required", "properties", "items", "allOf", "oneOf", "if", "then"}


def problems(schema, value, root=None, where="$"):
    """What is wrong with the value, a text for each."""
    root = root or schema
    unknown = set(schema) - KEYWORDS
    if unknown:
        raise AssertionError(f"not supported: {unknown}")
    if "$ref" in schema:
        return problems(root["definitions"][schema["$ref"].rsplit("/", 1)[1]], value, root, where)
    found = []
    if "type" in schema and (not isinstance(value, TYPES[schema["type"]]) or (isinstance(value, bool) and schema["type"] != "boolean")):
        return [f"{where}: {value!r} is no {schema['type']}"]
    if "const" in schema and value != schema["const"]:
        found.append(f"{where}: {value!r} is not {schema['const']!r}")
    if "enum" in schema and value not in schema["enum"]:
        found.append(f"{where}: {value!r} is none of {schema['enum']}")
    if isinstance(value, dict):
        found += [f"{where}: no {name}" for name in schema.get("required", []) if name not in value]
        for name, each in schema.get("properties", {}).items():
            if name in value:
                found += problems(each, value[name], root, f"{where}.{name}")
    if isinstance(value, list) and "items" in schema:
        for i, each in enumerate(value):
            found += problems(schema["items"], each, root, f"{where}[{i}]")
    for each in schema.get("allOf", []):
        found += problems(each, value, root, where)
    if "oneOf" in schema:
        fitting = [each for each in schema["oneOf"] if not problems(each, value, root, where)]
        if len(fitting) != 1:
            found.append(f"{where}: fits {len(fitting)} of {len(schema['oneOf'])} alternatives")
    if "if" in schema and not problems(schema["if"], value, root, where):
        found += problems(schema["then"], value, root, where)
    return found
