"""How examples are drawn: the same on every run, so that a red check always means a change.

``pytest --hypothesis-profile fresh`` draws new ones, as often as one likes.
"""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("steady", derandomize=True, deadline=None)
settings.register_profile("fresh", deadline=None, print_blob=True)
settings.load_profile("steady")
