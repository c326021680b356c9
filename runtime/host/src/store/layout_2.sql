-- From layout 1 to layout 2: the board. It is the workspace's, so no row says whose it is.

CREATE TABLE epic (
    number      INTEGER PRIMARY KEY,
    id          TEXT NOT NULL UNIQUE,
    title       TEXT NOT NULL,
    description TEXT NOT NULL
) STRICT;

CREATE TABLE issue (
    number              INTEGER PRIMARY KEY,
    id                  TEXT NOT NULL UNIQUE,
    epic                INTEGER REFERENCES epic (number) ON DELETE SET NULL,
    title               TEXT NOT NULL,
    description         TEXT,
    in_scope            TEXT NOT NULL,
    out_of_scope        TEXT NOT NULL,
    completion_criteria TEXT NOT NULL,
    agent               TEXT NOT NULL,
    status              TEXT NOT NULL CHECK (status IN ('open', 'in_progress', 'in_review', 'done', 'failed'))
) STRICT;

CREATE INDEX issue_of_epic ON issue (epic);

-- A blocker is named by its id, which stays when it is removed.
CREATE TABLE issue_blocker (
    issue    INTEGER NOT NULL REFERENCES issue (number) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    blocker  TEXT NOT NULL,
    PRIMARY KEY (issue, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE issue_reviewer (
    issue    INTEGER NOT NULL REFERENCES issue (number) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    reviewer TEXT NOT NULL,
    PRIMARY KEY (issue, position)
) STRICT, WITHOUT ROWID;

-- The last number that was given with a prefix. It outlives epics and issues, so that no id is given twice.
CREATE TABLE issue_number (
    prefix TEXT PRIMARY KEY,
    last   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
