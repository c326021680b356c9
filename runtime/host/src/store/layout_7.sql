-- From layout 6 to layout 7: agents hold the memories of others too, so a change says whose. Those there are were made to the
-- memories that all share.

ALTER TABLE memory_change ADD COLUMN owner TEXT NOT NULL DEFAULT '';
