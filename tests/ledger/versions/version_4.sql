-- A ledger of schema version 4, with an open round; it must open in every later version.
PRAGMA user_version = 4;
PRAGMA application_id = 1128811569;
BEGIN TRANSACTION;
CREATE TABLE day_sums (
        day TEXT PRIMARY KEY,
        rounds INTEGER NOT NULL,
        void INTEGER NOT NULL,
        stake INTEGER NOT NULL,
        win INTEGER NOT NULL
    );
CREATE TABLE entries (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        at INTEGER NOT NULL,
        kind TEXT NOT NULL CHECK (kind IN ('deposit', 'stake', 'pay', 'refund')),
        amount INTEGER NOT NULL CHECK (typeof(amount) = 'integer' AND amount > 0),
        balance INTEGER NOT NULL CHECK (typeof(balance) = 'integer' AND balance >= 0),
        round_id INTEGER REFERENCES rounds (id),
        note TEXT NOT NULL DEFAULT '',
        CHECK ((kind = 'deposit') = (round_id IS NULL))
    );
INSERT INTO "entries" VALUES(1,1772366400000,'deposit',200000,200000,NULL,'first');
INSERT INTO "entries" VALUES(2,1772456400000,'stake',80,199920,1,'');
INSERT INTO "entries" VALUES(3,1772456400000,'stake',100,199820,2,'');
INSERT INTO "entries" VALUES(4,1772456400000,'stake',80,199740,3,'');
INSERT INTO "entries" VALUES(5,1772456400000,'refund',80,199820,3,'');
INSERT INTO "entries" VALUES(6,1772456400000,'stake',2000,197820,4,'');
INSERT INTO "entries" VALUES(7,1772456400000,'pay',275,198095,4,'');
INSERT INTO "entries" VALUES(8,1772456400000,'stake',20,198075,5,'');
CREATE TABLE "limits" (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        at INTEGER NOT NULL,
        kind TEXT NOT NULL,
        value INTEGER CHECK (value IS NULL OR (typeof(value) = 'integer' AND value >= 0)),
        previous INTEGER,
        effective_at INTEGER NOT NULL
    );
INSERT INTO "limits" VALUES(1,1772366400000,'loss',50000,NULL,1772366400000);
INSERT INTO "limits" VALUES(2,1772366400000,'loss_week',90000,NULL,1772366400000);
INSERT INTO "limits" VALUES(3,1772366400000,'responsible',1,NULL,1772366400000);
INSERT INTO "limits" VALUES(4,1772366400000,'reality_check',30,NULL,1772366400000);
INSERT INTO "limits" VALUES(5,1772366400000,'responsible',NULL,1,1772452800000);
CREATE TABLE milestones (
        round_id INTEGER PRIMARY KEY,
        rounds INTEGER NOT NULL,
        stake INTEGER NOT NULL,
        win INTEGER NOT NULL
    );
CREATE TABLE mode_sums (
        mode TEXT PRIMARY KEY,
        rounds INTEGER NOT NULL,
        stake INTEGER NOT NULL,
        win INTEGER NOT NULL,
        hits INTEGER NOT NULL,
        free_spins_rounds INTEGER NOT NULL,
        stake_squares REAL NOT NULL
    );
CREATE TABLE proofs (
        round_id INTEGER PRIMARY KEY REFERENCES rounds (id),
        secret TEXT NOT NULL,
        words TEXT NOT NULL
    );
INSERT INTO "proofs" VALUES(1,'1212121212121212121212121212121212121212121212121212121212121212','luck');
CREATE TABLE rounds (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        session_id INTEGER NOT NULL REFERENCES sessions (id),
        at INTEGER NOT NULL,
        day TEXT NOT NULL,
        mode TEXT NOT NULL,
        coin INTEGER NOT NULL,
        level INTEGER NOT NULL,
        seed INTEGER NOT NULL CHECK (seed >= 0),
        model TEXT NOT NULL,
        stake INTEGER NOT NULL CHECK (typeof(stake) = 'integer' AND stake > 0),
        win INTEGER NOT NULL CHECK (typeof(win) = 'integer' AND win >= 0),
        free_spins INTEGER NOT NULL CHECK (free_spins >= 0),
        outcome TEXT NOT NULL,
        checksum TEXT NOT NULL,
        last_spin INTEGER,
        state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'paid', 'void')),
        reason TEXT NOT NULL DEFAULT '',
        closed_at INTEGER
    );
INSERT INTO "rounds" VALUES(1,1,1772456400000,'2026-03-02','base',2,2,8228488451951309849,'1.1.0+fe7f272e2e40',80,0,0,'1ae28933cb8e0e0738d76463c62d2dd9','74912159e55c2f0443044807ec3dd2c6',NULL,'paid','',1772456400000);
INSERT INTO "rounds" VALUES(2,1,1772456400000,'2026-03-02','ante',2,2,5,'1.1.0+fe7f272e2e40',100,0,0,'2ac0d12799c29e1c082a84be5e0d4214','bd76547af4da5cd86d5a3d091c250817',NULL,'paid','',1772456400000);
INSERT INTO "rounds" VALUES(3,1,1772456400000,'2026-03-02','base',2,2,6,'1.1.0+fe7f272e2e40',80,20,0,'d4bbb48d623b8f3b324948a73581f001','21326ce7a74254d83913597a86eb17e3',NULL,'void','not_reproduced',1772456400000);
INSERT INTO "rounds" VALUES(4,1,1772456400000,'2026-03-02','buy',1,1,7,'1.1.0+fe7f272e2e40',2000,275,15,'0fb2f49ea08cf9af4b605af7e443ef36','f01e8014e509fba0100bb8a1c935a4c3',NULL,'paid','',1772456400000);
INSERT INTO "rounds" VALUES(5,1,1772456400000,'2026-03-02','base',1,1,8,'1.1.0+fe7f272e2e40',20,0,0,'9ea6372df3b035ddd2fdb4fefbe6a08f','1e68a6afda6572c68164b87c3eeb0364',NULL,'open','',NULL);
CREATE TABLE sessions (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        at INTEGER NOT NULL,
        day TEXT NOT NULL,
        played_ms INTEGER NOT NULL DEFAULT 0 CHECK (played_ms >= 0),
        ended_at INTEGER
    , since_check_ms INTEGER NOT NULL DEFAULT 0, since_pause_ms INTEGER NOT NULL DEFAULT 0, reached_at INTEGER, net INTEGER, held INTEGER NOT NULL DEFAULT 0, came INTEGER NOT NULL DEFAULT 0, chance INTEGER NOT NULL DEFAULT 0, big_wins INTEGER NOT NULL DEFAULT 0);
INSERT INTO "sessions" VALUES(1,1772456400000,'2026-03-02',0,1772456400000,0,0,NULL,-1905,0,0,0,0);
CREATE TABLE stars (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        at INTEGER NOT NULL,
        round_id INTEGER NOT NULL REFERENCES rounds (id),
        starred INTEGER NOT NULL CHECK (starred IN (0, 1))
    );
INSERT INTO "stars" VALUES(1,1772460000000,1,1);
INSERT INTO "stars" VALUES(2,1772460000000,2,1);
INSERT INTO "stars" VALUES(3,1772460000000,1,0);
CREATE UNIQUE INDEX one_open_round ON rounds (state) WHERE state = 'open';
CREATE INDEX rounds_of_a_day ON rounds (day);
CREATE INDEX rounds_of_a_session ON rounds (session_id);
CREATE UNIQUE INDEX one_entry_of_a_kind ON entries (round_id, kind) WHERE round_id IS NOT NULL;
CREATE TRIGGER entries_no_update BEFORE UPDATE ON entries BEGIN SELECT RAISE(ABORT, 'entries: no update'); END;
CREATE TRIGGER entries_no_delete BEFORE DELETE ON entries BEGIN SELECT RAISE(ABORT, 'entries: no delete'); END;
CREATE TRIGGER sessions_no_delete BEFORE DELETE ON sessions BEGIN SELECT RAISE(ABORT, 'sessions: no delete'); END;
CREATE TRIGGER rounds_no_delete BEFORE DELETE ON rounds BEGIN SELECT RAISE(ABORT, 'rounds: no delete'); END;
CREATE TRIGGER rounds_no_update BEFORE UPDATE OF id, session_id, at, day, mode, coin, level, seed, model, stake, win, free_spins, outcome, checksum ON rounds BEGIN SELECT RAISE(ABORT, 'rounds: no update'); END;
CREATE TRIGGER balance_must_follow BEFORE INSERT ON entries WHEN NEW.balance <> coalesce((SELECT balance FROM entries ORDER BY id DESC LIMIT 1), 0) + CASE NEW.kind WHEN 'stake' THEN -NEW.amount ELSE NEW.amount END BEGIN SELECT RAISE(ABORT, 'balance_must_follow'); END;
CREATE TRIGGER stake_must_match BEFORE INSERT ON entries WHEN NEW.kind = 'stake' AND NOT EXISTS (SELECT 1 FROM rounds WHERE id = NEW.round_id AND state = 'open' AND stake = NEW.amount) BEGIN SELECT RAISE(ABORT, 'stake_must_match'); END;
CREATE TRIGGER pay_must_match BEFORE INSERT ON entries WHEN NEW.kind = 'pay' AND NOT EXISTS (SELECT 1 FROM rounds WHERE id = NEW.round_id AND state = 'open' AND win = NEW.amount AND NOT EXISTS (SELECT 1 FROM entries WHERE round_id = NEW.round_id AND kind = 'refund')) BEGIN SELECT RAISE(ABORT, 'pay_must_match'); END;
CREATE TRIGGER refund_must_match BEFORE INSERT ON entries WHEN NEW.kind = 'refund' AND NOT EXISTS (SELECT 1 FROM rounds WHERE id = NEW.round_id AND state = 'open' AND NOT EXISTS (SELECT 1 FROM entries WHERE round_id = NEW.round_id AND kind = 'pay') AND EXISTS (SELECT 1 FROM entries WHERE round_id = NEW.round_id AND kind = 'stake' AND amount = NEW.amount)) BEGIN SELECT RAISE(ABORT, 'refund_must_match'); END;
CREATE TRIGGER round_must_begin_open BEFORE INSERT ON rounds WHEN NEW.state <> 'open' BEGIN SELECT RAISE(ABORT, 'round_must_begin_open'); END;
CREATE TRIGGER paid_round_must_have_its_pay BEFORE UPDATE OF state ON rounds WHEN NEW.state = 'paid' AND NEW.win > 0 AND NOT EXISTS (SELECT 1 FROM entries WHERE round_id = NEW.id AND kind = 'pay') BEGIN SELECT RAISE(ABORT, 'paid_round_must_have_its_pay'); END;
CREATE TRIGGER void_round_must_have_its_refund BEFORE UPDATE OF state ON rounds WHEN NEW.state = 'void' AND NOT EXISTS (SELECT 1 FROM entries WHERE round_id = NEW.id AND kind = 'refund') BEGIN SELECT RAISE(ABORT, 'void_round_must_have_its_refund'); END;
CREATE TRIGGER round_must_close_once BEFORE UPDATE OF state, reason, last_spin, closed_at ON rounds WHEN OLD.state <> 'open' BEGIN SELECT RAISE(ABORT, 'round_must_close_once'); END;
CREATE TRIGGER limits_no_update BEFORE UPDATE ON limits BEGIN SELECT RAISE(ABORT, 'limits: no update'); END;
CREATE TRIGGER limits_no_delete BEFORE DELETE ON limits BEGIN SELECT RAISE(ABORT, 'limits: no delete'); END;
CREATE TRIGGER proofs_no_update BEFORE UPDATE ON proofs BEGIN SELECT RAISE(ABORT, 'proofs: no update'); END;
CREATE TRIGGER proofs_no_delete BEFORE DELETE ON proofs BEGIN SELECT RAISE(ABORT, 'proofs: no delete'); END;
CREATE INDEX rounds_by_time ON rounds (at, state, stake, win);
CREATE INDEX rounds_by_win ON rounds (win DESC, id) WHERE state = 'paid' AND win > 0;
CREATE INDEX rounds_by_multiple ON rounds (win * 1.0 / stake DESC, id) WHERE state = 'paid' AND win > 0;
CREATE INDEX deposits ON entries (at, note) WHERE kind = 'deposit';
CREATE TRIGGER stars_no_update BEFORE UPDATE ON stars BEGIN SELECT RAISE(ABORT, 'stars: no update'); END;
CREATE TRIGGER stars_no_delete BEFORE DELETE ON stars BEGIN SELECT RAISE(ABORT, 'stars: no delete'); END;
CREATE INDEX stars_of_a_round ON stars (round_id, id, starred);
CREATE INDEX rounds_with_free_spins ON rounds (id) WHERE free_spins > 0;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('limits',5);
INSERT INTO "sqlite_sequence" VALUES('entries',8);
INSERT INTO "sqlite_sequence" VALUES('sessions',1);
INSERT INTO "sqlite_sequence" VALUES('rounds',5);
INSERT INTO "sqlite_sequence" VALUES('stars',3);
COMMIT;
