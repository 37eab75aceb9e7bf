"""The benchmark behind ``sandtable bench``, with the naive ways it is measured against."""
