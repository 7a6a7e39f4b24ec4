"""Generated from the OpenAPI document by `clients/python/generate`. Do not edit."""
