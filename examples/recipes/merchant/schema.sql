CREATE TABLE bills (
  ref_id   TEXT PRIMARY KEY,
  currency TEXT NOT NULL,
  amount   INTEGER NOT NULL,
  paid     INTEGER NOT NULL DEFAULT 0
);
-- Each transaction that a verification has shown. What protects the money: one transaction pays one bill
-- (claim_key), and one bill is paid once (paid_once).
CREATE TABLE payments (
  claim_key TEXT PRIMARY KEY,
  ref_id    TEXT NOT NULL REFERENCES bills,
  state     TEXT NOT NULL, -- credited, held for a person, reversed
  amount    INTEGER NOT NULL,
  tran_id   TEXT, -- by the rest, a report of the service or a bank is matched
  tran_date TEXT,
  fee       TEXT,
  currency  TEXT,
  bank_code TEXT,
  bank_ref  TEXT
);
CREATE UNIQUE INDEX paid_once ON payments (ref_id) WHERE state = 'credited';
-- What a person must see.
CREATE TABLE reviews (
  claim_key TEXT NOT NULL,
  ending    TEXT NOT NULL,
  ref_id    TEXT NOT NULL REFERENCES bills,
  details   TEXT NOT NULL, -- the transaction, as JSON
  PRIMARY KEY (claim_key, ending)
);
