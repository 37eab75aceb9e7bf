"""Databases as earlier versions of the server really left them, written by ``write.py`` run with each of them.

- ``first``: the first server (commit 0098314). Tables of revision 0001; Army Groups behave as version 1.
- ``behaviour-2``: the last one before accounts, clocks and Control (commit 98936a6). Tables of revision 0001; Army
  Groups behave as version 2.
- ``people``: the first one with all of these as it was when letters and devices came (commit e3223d7). Tables of
  revision 0002.
- ``behaviour-2-last``: the last one before reactions, rivers and dropped-off units were mended (commit 5f39e35). Tables
  of revision 0009; Army Groups behave as version 2.

Beside each lies what its players had in their browsers, how its matches stood, and a record that it exported.
"""
