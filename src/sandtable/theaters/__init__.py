"""Geography in, boards out: the compiler from latitude and longitude to hexes or squares at any scale.

Only those who recompile boards need this package (``pip install sandtable[theaters]``): the compiled boards are kept
under version control in ``sandtable.boards``. Run ``python -m sandtable.theaters`` to recompile them.
"""
