-- A ledger of schema version 1, with an open round; it must open in every later version.
PRAGMA application_id = 1128811569;
PRAGMA user_version = 1;
BEGIN TRANSACTION;
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
INSERT INTO "entries" VALUES(2,1772366407000,'stake',60,199940,1,'');
INSERT INTO "entries" VALUES(3,1772366414000,'stake',75,199865,2,'');
INSERT INTO "entries" VALUES(4,1772366414000,'refund',75,199940,2,'');
INSERT INTO "entries" VALUES(5,1772366421000,'stake',6000,193940,3,'');
INSERT INTO "entries" VALUES(6,1772366421000,'pay',19170,213110,3,'');
INSERT INTO "entries" VALUES(7,1772366428000,'stake',60,213050,4,'');
INSERT INTO "entries" VALUES(8,1772366428000,'stake',2000,211050,5,'');
CREATE TABLE limits (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        at INTEGER NOT NULL,
        kind TEXT NOT NULL CHECK (kind IN ('budget', 'loss', 'time', 'reality_check', 'cool_off')),
        value INTEGER CHECK (value IS NULL OR (typeof(value) = 'integer' AND value >= 0)),
        previous INTEGER,
        effective_at INTEGER NOT NULL
    );
INSERT INTO "limits" VALUES(1,1772366400000,'loss',50000,NULL,1772366400000);
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
INSERT INTO "rounds" VALUES(1,1,1772366407000,'2026-03-01','base',3,1,3,'0.1.0+a5696f737cf0',60,0,0,'f004874e5cb24afedd9d53a272fb996b','6f36afeeed628ff3bf447ef2ccbac4ab',0,'paid','',1772366407000);
INSERT INTO "rounds" VALUES(2,1,1772366414000,'2026-03-01','ante',3,1,4,'0.1.0+a5696f737cf0',75,720,0,'ad9e90f356a4250e5659aea54f8d599c','330d69dc310b6429b12fc3af728e6d8a',0,'void','It did not play again.',1772366414000);
INSERT INTO "rounds" VALUES(3,1,1772366421000,'2026-03-01','buy',3,1,5,'0.1.0+a5696f737cf0',6000,19170,15,'2caaa12790c21d66438438a37cc93c5c','edcf9e3c623a5f77385348617b831a26',0,'paid','',1772366421000);
INSERT INTO "rounds" VALUES(4,1,1772366428000,'2026-03-01','base',3,1,6,'0.1.0+a5696f737cf0',60,0,0,'639d03d8d715a8622da9c1e06245d550','9c87dbe2d866c0b1ae8907b200fe66f9',0,'paid','',1772366428000);
INSERT INTO "rounds" VALUES(5,1,1772366428000,'2026-03-01','buy',1,1,11,'0.1.0+a5696f737cf0',2000,566,20,'d5e599cb18cfceec0d194b04edfcd512','f051fc2aff79cd5d9decff717d806676',4,'open','',NULL);
CREATE TABLE sessions (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        at INTEGER NOT NULL,
        day TEXT NOT NULL,
        played_ms INTEGER NOT NULL DEFAULT 0 CHECK (played_ms >= 0),
        ended_at INTEGER
    );
INSERT INTO "sessions" VALUES(1,1772366407000,'2026-03-01',21000,NULL);
CREATE UNIQUE INDEX one_open_round ON rounds (state) WHERE state = 'open';
CREATE INDEX rounds_of_a_day ON rounds (day);
CREATE INDEX rounds_of_a_session ON rounds (session_id);
CREATE UNIQUE INDEX one_entry_of_a_kind ON entries (round_id, kind) WHERE round_id IS NOT NULL;
CREATE TRIGGER entries_no_update BEFORE UPDATE ON entries BEGIN SELECT RAISE(ABORT, 'entries: no update'); END;
CREATE TRIGGER entries_no_delete BEFORE DELETE ON entries BEGIN SELECT RAISE(ABORT, 'entries: no delete'); END;
CREATE TRIGGER limits_no_update BEFORE UPDATE ON limits BEGIN SELECT RAISE(ABORT, 'limits: no update'); END;
CREATE TRIGGER limits_no_delete BEFORE DELETE ON limits BEGIN SELECT RAISE(ABORT, 'limits: no delete'); END;
CREATE TRIGGER sessions_no_delete BEFORE DELETE ON sessions BEGIN SELECT RAISE(ABORT, 'sessions: no delete'); END;
CREATE TRIGGER rounds_no_delete BEFORE DELETE ON rounds BEGIN SELECT RAISE(ABORT, 'rounds: no delete'); END;
CREATE TRIGGER rounds_no_update BEFORE UPDATE OF id, session_id, at, day, mode, coin, level, seed, model, stake, win, free_spins, outcome, checksum ON rounds BEGIN SELECT RAISE(ABORT, 'rounds: no update'); END;
CREATE TRIGGER balance_must_follow BEFORE INSERT ON entries WHEN NEW.balance <> coalesce((SELECT balance FROM entries ORDER BY id DESC LIMIT 1), 0) + CASE NEW.kind WHEN 'stake' THEN -NEW.amount ELSE NEW.amount END BEGIN SELECT RAISE(ABORT, 'balance_must_follow'); END;
CREATE TRIGGER stake_must_match BEFORE INSERT ON entries WHEN NEW.kind = 'stake' AND NOT EXISTS (SELECT 1 FROM rounds WHERE id = NEW.round_id AND state = 'open' AND stake = NEW.amount) BEGIN SELECT RAISE(ABORT, 'stake_must_match'); END;
CREATE TRIGGER pay_must_match BEFORE INSERT ON entries WHEN NEW.kind = 'pay' AND NOT EXISTS (SELECT 1 FROM rounds WHERE id = NEW.round_id AND state = 'open' AND win = NEW.amount AND NOT EXISTS (SELECT 1 FROM entries WHERE round_id = NEW.round_id AND kind = 'refund')) BEGIN SELECT RAISE(ABORT, 'pay_must_match'); END;
CREATE TRIGGER refund_must_match BEFORE INSERT ON entries WHEN NEW.kind = 'refund' AND NOT EXISTS (SELECT 1 FROM rounds WHERE id = NEW.round_id AND state = 'open' AND NOT EXISTS (SELECT 1 FROM entries WHERE round_id = NEW.round_id AND kind = 'pay') AND EXISTS (SELECT 1 FROM entries WHERE round_id = NEW.round_id AND kind = 'stake' AND amount = NEW.amount)) BEGIN SELECT RAISE(ABORT, 'refund_must_match'); END;
CREATE TRIGGER round_must_begin_open BEFORE INSERT ON rounds WHEN NEW.state <> 'open' BEGIN SELECT RAISE(ABORT, 'round_must_begin_open'); END;
CREATE TRIGGER round_must_close_once BEFORE UPDATE OF state, reason, last_spin, closed_at ON rounds WHEN OLD.state <> 'open' BEGIN SELECT RAISE(ABORT, 'round_must_close_once'); END;
CREATE TRIGGER paid_round_must_have_its_pay BEFORE UPDATE OF state ON rounds WHEN NEW.state = 'paid' AND NEW.win > 0 AND NOT EXISTS (SELECT 1 FROM entries WHERE round_id = NEW.id AND kind = 'pay') BEGIN SELECT RAISE(ABORT, 'paid_round_must_have_its_pay'); END;
CREATE TRIGGER void_round_must_have_its_refund BEFORE UPDATE OF state ON rounds WHEN NEW.state = 'void' AND NOT EXISTS (SELECT 1 FROM entries WHERE round_id = NEW.id AND kind = 'refund') BEGIN SELECT RAISE(ABORT, 'void_round_must_have_its_refund'); END;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('entries',8);
INSERT INTO "sqlite_sequence" VALUES('limits',1);
INSERT INTO "sqlite_sequence" VALUES('sessions',1);
INSERT INTO "sqlite_sequence" VALUES('rounds',5);
COMMIT;
