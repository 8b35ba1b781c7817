-- A database of schema 1, as the forall of that time wrote it: sqlite3 cases.db .dump. One text has bytes that are no text.
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE puts (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE           -- Suite.Function
);
INSERT INTO puts VALUES(1,'Old.Finished');
INSERT INTO puts VALUES(2,'Old.Killed');
CREATE TABLE explorations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  put_id INTEGER NOT NULL REFERENCES puts(id) ON DELETE CASCADE,
  state TEXT NOT NULL CHECK (state IN ('running', 'finished')),
  file TEXT NOT NULL,
  line INTEGER NOT NULL,
  definition TEXT NOT NULL,           -- JSON: parameters and what the PUT asks for
  started_at TEXT NOT NULL,           -- UTC
  finished_at TEXT,
  verdict TEXT,                       -- proved, refuted, open
  interrupted INTEGER NOT NULL DEFAULT 0,
  paths INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0,
  discarded INTEGER NOT NULL DEFAULT 0,
  cut INTEGER NOT NULL DEFAULT 0,
  infeasible INTEGER NOT NULL DEFAULT 0,
  runs INTEGER NOT NULL DEFAULT 0,
  queries INTEGER NOT NULL DEFAULT 0,
  branches_covered INTEGER NOT NULL DEFAULT 0,
  branches_total INTEGER NOT NULL DEFAULT 0,
  seconds REAL NOT NULL DEFAULT 0,
  solver_seconds REAL NOT NULL DEFAULT 0
);
INSERT INTO explorations VALUES(2,1,'finished','old_test.cpp',17,'{"bounds":{"unfold":8},"file":"old_test.cpp","flags":[],"is_fixture":false,"line":17,"name":"Finished","namespace":"","parameters":[{"name":"a","type":{"scalar":"int","spelling":"int","width":32}}],"seeds":[],"sources":["old_test.cpp"],"suite":"Old","throws":""}','2026-11-15 14:11:11','2026-11-15 14:11:11','refuted',0,10,1,2,3,4,5,6,7,8,1.5,0.5);
INSERT INTO explorations VALUES(3,2,'running','old_test.cpp',17,'{"bounds":{"unfold":8},"file":"old_test.cpp","flags":[],"is_fixture":false,"line":17,"name":"Killed","namespace":"","parameters":[{"name":"a","type":{"scalar":"int","spelling":"int","width":32}}],"seeds":[],"sources":["old_test.cpp"],"suite":"Old","throws":""}','2026-11-15 14:11:11',NULL,NULL,0,0,0,0,0,0,0,0,0,0,0.0,0.0);
CREATE TABLE cases (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  exploration_id INTEGER NOT NULL REFERENCES explorations(id) ON DELETE CASCADE,
  position INTEGER NOT NULL,          -- in the order found
  name TEXT NOT NULL,
  outcome TEXT NOT NULL,              -- passed, failed, threw, crashed, ...
  fault TEXT NOT NULL,                -- signed overflow, ...; none
  message TEXT NOT NULL,
  exception_type TEXT NOT NULL,
  file TEXT NOT NULL,
  line INTEGER NOT NULL,
  function TEXT NOT NULL,
  path_condition TEXT NOT NULL,       -- C++-like
  native TEXT NOT NULL CHECK (native IN ('not run', 'confirmed', 'differs')),
  native_detail TEXT NOT NULL
);
INSERT INTO cases VALUES(1,2,0,'case_1','passed','none','','','',0,'','a == -1','not run','');
INSERT INTO cases VALUES(2,2,1,'case_2','crashed','signed overflow',CAST(X'6279746573FF005C783431' AS TEXT),'E','old.h',12,'f(int)','a == -2','differs','exits');
INSERT INTO cases VALUES(3,2,2,'case_3','passed','none','','','',0,'','a == -3','not run','');
INSERT INTO cases VALUES(4,3,0,'','crashed','signed overflow',CAST(X'6279746573FF005C783431' AS TEXT),'E','old.h',12,'f(int)','a == -2','differs','exits');
CREATE TABLE inputs (
  case_id INTEGER NOT NULL REFERENCES cases(id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  name TEXT NOT NULL,                 -- a, p.x, a[3]
  type TEXT NOT NULL,                 -- as C++ spells it
  kind TEXT NOT NULL,                 -- the fundamental type
  width INTEGER NOT NULL,             -- in bits
  is_choice INTEGER NOT NULL,
  value TEXT NOT NULL,                -- decimal
  bits BLOB NOT NULL CHECK (length(bits) = 16),
  PRIMARY KEY (case_id, position)
) WITHOUT ROWID;
INSERT INTO inputs VALUES(1,0,'a','int','int',32,0,'-1',X'000000000000000000000000ffffffff');
INSERT INTO inputs VALUES(1,1,'b','unsigned __int128','unsigned __int128',128,1,'170141183460469231768498806334086722064',X'8000000000000001fedcba9876543210');
INSERT INTO inputs VALUES(2,0,'a','int','int',32,0,'-2',X'000000000000000000000000fffffffe');
INSERT INTO inputs VALUES(2,1,'b','unsigned __int128','unsigned __int128',128,1,'170141183460469231768498806334086722064',X'8000000000000001fedcba9876543210');
INSERT INTO inputs VALUES(3,0,'a','int','int',32,0,'-3',X'000000000000000000000000fffffffd');
INSERT INTO inputs VALUES(3,1,'b','unsigned __int128','unsigned __int128',128,1,'170141183460469231768498806334086722064',X'8000000000000001fedcba9876543210');
INSERT INTO inputs VALUES(4,0,'a','int','int',32,0,'-2',X'000000000000000000000000fffffffe');
INSERT INTO inputs VALUES(4,1,'b','unsigned __int128','unsigned __int128',128,1,'170141183460469231768498806334086722064',X'8000000000000001fedcba9876543210');
CREATE TABLE observations (
  case_id INTEGER NOT NULL REFERENCES cases(id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  type TEXT NOT NULL,
  kind TEXT NOT NULL,
  width INTEGER NOT NULL,
  value TEXT NOT NULL,
  bits BLOB NOT NULL CHECK (length(bits) = 16),
  expression TEXT NOT NULL,           -- over the inputs
  PRIMARY KEY (case_id, position)
) WITHOUT ROWID;
INSERT INTO observations VALUES(1,0,'sum','double','double',64,'4602678819172646912',X'00000000000000003fe0000000000000','a + b');
INSERT INTO observations VALUES(2,0,'sum','double','double',64,'4602678819172646912',X'00000000000000003fe0000000000000','a + b');
INSERT INTO observations VALUES(3,0,'sum','double','double',64,'4602678819172646912',X'00000000000000003fe0000000000000','a + b');
INSERT INTO observations VALUES(4,0,'sum','double','double',64,'4602678819172646912',X'00000000000000003fe0000000000000','a + b');
CREATE TABLE decisions (              -- what paths share is stored once
  id INTEGER PRIMARY KEY,
  exploration_id INTEGER NOT NULL REFERENCES explorations(id) ON DELETE CASCADE,
  site INTEGER NOT NULL,
  file TEXT NOT NULL,
  line INTEGER NOT NULL,
  condition TEXT NOT NULL
);
INSERT INTO decisions VALUES(1,2,-16,'old.h',3,'a >= 0');
INSERT INTO decisions VALUES(2,2,7,'old.h',4,'b != 0');
INSERT INTO decisions VALUES(3,2,-16,'old.h',3,'a < 0');
INSERT INTO decisions VALUES(4,3,-16,'old.h',3,'a < 0');
INSERT INTO decisions VALUES(5,3,7,'old.h',4,'b != 0');
CREATE TABLE steps (
  case_id INTEGER NOT NULL REFERENCES cases(id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  decision_id INTEGER NOT NULL,       -- goes with its exploration
  PRIMARY KEY (case_id, position)
) WITHOUT ROWID;
INSERT INTO steps VALUES(1,0,1);
INSERT INTO steps VALUES(1,1,2);
INSERT INTO steps VALUES(2,0,3);
INSERT INTO steps VALUES(2,1,2);
INSERT INTO steps VALUES(3,0,1);
INSERT INTO steps VALUES(3,1,2);
INSERT INTO steps VALUES(4,0,4);
INSERT INTO steps VALUES(4,1,5);
CREATE TABLE coverage (
  case_id INTEGER NOT NULL REFERENCES cases(id) ON DELETE CASCADE,
  branch INTEGER NOT NULL,
  direction INTEGER NOT NULL,
  PRIMARY KEY (case_id, branch, direction)
) WITHOUT ROWID;
INSERT INTO coverage VALUES(1,-1,1);
INSERT INTO coverage VALUES(1,3,0);
INSERT INTO coverage VALUES(2,-1,1);
INSERT INTO coverage VALUES(2,3,0);
INSERT INTO coverage VALUES(3,-1,1);
INSERT INTO coverage VALUES(3,3,0);
INSERT INTO coverage VALUES(4,-1,1);
INSERT INTO coverage VALUES(4,3,0);
CREATE TABLE ledger (
  exploration_id INTEGER NOT NULL REFERENCES explorations(id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  kind TEXT NOT NULL,
  text TEXT NOT NULL,
  file TEXT NOT NULL,
  line INTEGER NOT NULL,
  count INTEGER NOT NULL,
  remedy TEXT NOT NULL,
  PRIMARY KEY (exploration_id, position)
) WITHOUT ROWID;
INSERT INTO ledger VALUES(2,0,'time-bound','no time left','t.cpp',9,2,'--seconds');
CREATE TABLE undecided (
  exploration_id INTEGER NOT NULL REFERENCES explorations(id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  condition TEXT NOT NULL,
  file TEXT NOT NULL,
  line INTEGER NOT NULL,
  reason TEXT NOT NULL,
  PRIMARY KEY (exploration_id, position)
) WITHOUT ROWID;
INSERT INTO undecided VALUES(2,0,'a * b == 7','mul.h',3,'timeout');
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('explorations',3);
INSERT INTO sqlite_sequence VALUES('cases',4);
CREATE INDEX explorations_of_put ON explorations(put_id);
CREATE INDEX cases_of_exploration ON cases(exploration_id, position);
CREATE INDEX decisions_of_exploration ON decisions(exploration_id);
CREATE VIEW failing_cases AS
  SELECT cases.id, puts.name AS put, cases.name, outcome, fault, message, exception_type, cases.file, cases.line,
         path_condition, native
  FROM cases JOIN explorations ON explorations.id = exploration_id JOIN puts ON puts.id = put_id
  WHERE outcome IN ('failed', 'threw', 'crashed');
CREATE VIEW open_puts AS
  SELECT puts.name AS put, ledger.kind, ledger.text, ledger.file, ledger.line, ledger.count, ledger.remedy
  FROM explorations JOIN puts ON puts.id = put_id LEFT JOIN ledger ON ledger.exploration_id = explorations.id
  WHERE verdict = 'open' OR state = 'running';
COMMIT;
PRAGMA application_id = 1718579809;
PRAGMA user_version = 1;
