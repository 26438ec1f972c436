"""Archives of session files as tables of Apache Spark (docs/spark.md).

source: the data source. tables: options, columns, and the rows of a part of an archive. cluster:
surveys and exports in which the workers read the files.
"""

from bmconv.errors import MissingExtra

try:
    from bmconv.spark.cluster import export, survey
    from bmconv.spark.source import BmconvSource
except ImportError as error:
    if (error.name or "").partition(".")[0] != "pyspark":
        raise
    raise MissingExtra("bmconv.spark needs Apache Spark 4", "spark") from None

__all__ = ["BmconvSource", "export", "survey"]
