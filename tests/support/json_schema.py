#!/usr/bin/env python3
"""Compares JSON with schemas. For each line {"schema": …, "value": …} it prints a line with a list of objections.

An object may only have the properties that its schema names, unless the schema says otherwise, and a schema may only have
words that mean something."""

import json
import sys

import jsonschema

Validator = jsonschema.Draft202012Validator
KNOWN = {*Validator.VALIDATORS, "$schema", "$defs", "title", "description"}
BY_NAME = ("properties", "$defs")  # their members have the names of properties or schemas, not words
PLAIN = ("enum", "required", "type", "title", "description", "$schema", "$ref")


def closed(schema, unknown):
    """The schema, whose objects may have no further properties. Its words that mean nothing are added to `unknown`."""
    if isinstance(schema, list):
        return [closed(each, unknown) for each in schema]
    if not isinstance(schema, dict):
        return schema
    unknown.extend(word for word in schema if word not in KNOWN)
    result = {}
    for word, value in schema.items():
        if word in BY_NAME:
            result[word] = {name: closed(each, unknown) for name, each in value.items()}
        else:
            result[word] = value if word in PLAIN else closed(value, unknown)
    if not {"additionalProperties", "anyOf", "$ref"} & schema.keys():
        result["additionalProperties"] = False
    return result


def objections(schema, value):
    unknown = []
    validator = Validator(closed(schema, unknown))
    return [f"the schema has the unknown word {word}" for word in unknown] + [
        f"{error.json_path} {error.message[:300]}" for error in validator.iter_errors(value)]


for line in sys.stdin:
    asked = json.loads(line)
    print(json.dumps(objections(asked["schema"], asked["value"])), flush=True)
