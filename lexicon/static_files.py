"""Static files under names that contain their hash, so that browsers keep them for good; our modules import each other by
these names."""

from whitenoise.storage import CompressedManifestStaticFilesStorage as Hashed


class HashedFiles(Hashed):  # type: ignore[misc]  # whitenoise has no types
    # not support_js_module_import_aggregation: that reads the imports in other people's comments, too
    patterns = (*Hashed.patterns, ("js/*", Hashed._js_module_import_aggregation_patterns[1]))
