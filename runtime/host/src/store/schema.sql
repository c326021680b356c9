-- The layout of version 1. `owner` is the id of an agent, or empty for what all agents of the workspace share.

CREATE TABLE task (
    number      INTEGER PRIMARY KEY,
    agent       TEXT NOT NULL,
    id          TEXT NOT NULL,
    title       TEXT NOT NULL,
    description TEXT,
    status      TEXT NOT NULL CHECK (status IN ('pending', 'in_progress', 'done')),
    UNIQUE (agent, id)
) STRICT;

CREATE TABLE task_blocker (
    task    INTEGER NOT NULL REFERENCES task (number) ON DELETE CASCADE,
    blocker INTEGER NOT NULL REFERENCES task (number) ON DELETE CASCADE,
    PRIMARY KEY (task, blocker),
    CHECK (task <> blocker)
) STRICT, WITHOUT ROWID;

CREATE INDEX task_blocked ON task_blocker (blocker);

CREATE TABLE memory (
    number      INTEGER PRIMARY KEY,
    owner       TEXT NOT NULL,
    name        TEXT NOT NULL,
    description TEXT NOT NULL,
    body        TEXT NOT NULL,
    code        TEXT,
    on_use      TEXT,
    body_chars  INTEGER NOT NULL,
    index_chars INTEGER NOT NULL,
    UNIQUE (owner, name)
) STRICT;

CREATE INDEX memory_usage ON memory (owner, body_chars, index_chars);

-- What is searched: `name` as it is, the rest with its case folded.
CREATE TABLE memory_text (
    number             INTEGER PRIMARY KEY REFERENCES memory (number) ON DELETE CASCADE,
    owner              TEXT NOT NULL,
    name               TEXT NOT NULL,
    folded_name        TEXT NOT NULL,
    folded_description TEXT NOT NULL,
    folded_body        TEXT NOT NULL
) STRICT;

CREATE VIRTUAL TABLE memory_trigram USING fts5 (
    folded_name, folded_description, folded_body,
    content = 'memory_text', content_rowid = 'number', tokenize = 'trigram case_sensitive 1', detail = 'none'
);

CREATE TRIGGER memory_text_added AFTER INSERT ON memory_text BEGIN
    INSERT INTO memory_trigram (rowid, folded_name, folded_description, folded_body)
    VALUES (new.number, new.folded_name, new.folded_description, new.folded_body);
END;

CREATE TRIGGER memory_text_removed AFTER DELETE ON memory_text BEGIN
    INSERT INTO memory_trigram (memory_trigram, rowid, folded_name, folded_description, folded_body)
    VALUES ('delete', old.number, old.folded_name, old.folded_description, old.folded_body);
END;

-- What was done to memories that are shared, for the others who hold them.
CREATE TABLE memory_change (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    writer INTEGER NOT NULL,
    agent  TEXT NOT NULL,
    name   TEXT NOT NULL,
    kind   TEXT NOT NULL CHECK (kind IN ('added', 'revised', 'removed'))
) STRICT;

-- A program without a source is no longer held; its id is never given again.
CREATE TABLE program (
    number INTEGER PRIMARY KEY,
    agent  TEXT NOT NULL,
    id     TEXT NOT NULL,
    turn   INTEGER NOT NULL,
    source TEXT,
    lines  INTEGER NOT NULL,
    chars  INTEGER NOT NULL,
    ok     INTEGER NOT NULL,
    error  TEXT,
    UNIQUE (agent, id)
) STRICT;

CREATE INDEX program_held ON program (agent, number) WHERE source IS NOT NULL;
