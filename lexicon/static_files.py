"""Static files under names that contain their hash, so that browsers can cache them for good; our modules import each
other by these names."""

from whitenoise.storage import CompressedManifestStaticFilesStorage as Hashed


class HashedFiles(Hashed):  # type: ignore[misc]  # whitenoise has no types
    # not support_js_module_import_aggregation, which also reads the imports in third-party comments
    patterns = (*Hashed.patterns, ("js/*", Hashed._js_module_import_aggregation_patterns[1]))
