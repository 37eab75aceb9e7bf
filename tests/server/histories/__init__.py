"""Histories checked as Jepsen does it: clients that write down every call, faults at random, and a checker.

python -m tests.server.histories --faults 1000                      SQLite, two processes that are killed, stopped, filled
python -m tests.server.histories --faults 300 --database postgresql  the database itself is killed and restarted too
"""
