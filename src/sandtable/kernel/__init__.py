"""The ground every rulebook stands on: time, chance, state, geometry, tables, refusals. No I/O, standard library only."""
