-- A bill, with the record of its SettlementFlow. One transaction settles one bill (settled_by).
CREATE TABLE IF NOT EXISTS bills (
  ref_id     TEXT PRIMARY KEY,
  bill       TEXT NOT NULL,
  record     TEXT,
  revision   INTEGER NOT NULL DEFAULT 0,
  settled_by TEXT UNIQUE
);
-- What protects the money: one transaction pays one bill (claim_key), and one bill is paid once (ref_id).
CREATE TABLE IF NOT EXISTS payments (
  claim_key TEXT PRIMARY KEY,
  ref_id    TEXT NOT NULL UNIQUE REFERENCES bills,
  amount    TEXT NOT NULL -- exact; SQLite's REAL is not
);
