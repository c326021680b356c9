-- From layout 2 to layout 3: how often an issue was begun, which numbers its attempts over all runs, and how many of those
-- stopped without finishing since it was dispatched.

ALTER TABLE issue ADD COLUMN attempts INTEGER NOT NULL DEFAULT 0;
ALTER TABLE issue ADD COLUMN stops INTEGER NOT NULL DEFAULT 0;
