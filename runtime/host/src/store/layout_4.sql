-- From layout 3 to layout 4: what is searched of a memory is one text, so that one look at it finds what it contains.

DROP TRIGGER memory_text_added;
DROP TRIGGER memory_text_removed;
DROP TABLE memory_trigram;
ALTER TABLE memory_text RENAME TO memory_text_3;

-- The name, the description and the body, each with its case folded, with a byte between them that is in no text.
CREATE TABLE memory_text (
    number INTEGER PRIMARY KEY REFERENCES memory (number) ON DELETE CASCADE,
    owner  TEXT NOT NULL,
    name   TEXT NOT NULL,
    folded BLOB NOT NULL
) STRICT;

CREATE VIRTUAL TABLE memory_trigram USING fts5 (
    folded, content = 'memory_text', content_rowid = 'number', tokenize = 'trigram case_sensitive 1', detail = 'none'
);

CREATE TRIGGER memory_text_added AFTER INSERT ON memory_text BEGIN
    INSERT INTO memory_trigram (rowid, folded) VALUES (new.number, CAST(new.folded AS TEXT));
END;

CREATE TRIGGER memory_text_removed AFTER DELETE ON memory_text BEGIN
    INSERT INTO memory_trigram (memory_trigram, rowid, folded) VALUES ('delete', old.number, CAST(old.folded AS TEXT));
END;

INSERT INTO memory_text (number, owner, name, folded)
SELECT number, owner, name, CAST(folded_name || x'ff' || folded_description || x'ff' || folded_body AS BLOB)
FROM memory_text_3;

DROP TABLE memory_text_3;
