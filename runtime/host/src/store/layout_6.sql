-- From layout 5 to layout 6: the calls of an agent's last turn that changed something here, each kept with what it changed, so
-- that after a crash it can be told of a call that was not answered whether it was carried out.

CREATE TABLE carried_out (
    agent TEXT NOT NULL,
    turn  INTEGER NOT NULL,
    call  TEXT NOT NULL,
    PRIMARY KEY (agent, turn, call)
) STRICT, WITHOUT ROWID;
