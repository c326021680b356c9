-- From layout 4 to layout 5: the files that an instance of a persistent agent left open, for the next one.

CREATE TABLE left_open (
    agent    TEXT NOT NULL,
    position INTEGER NOT NULL,
    path     TEXT NOT NULL,
    first    INTEGER,
    lines    INTEGER,
    PRIMARY KEY (agent, position)
) STRICT, WITHOUT ROWID;
