CREATE TABLE bills (
  ref_id   TEXT PRIMARY KEY,
  currency TEXT NOT NULL,
  amount   INTEGER NOT NULL,
  paid     INTEGER NOT NULL DEFAULT 0
);
-- What protects the money: one transaction pays one bill (claim_key), and one bill is paid once (ref_id).
CREATE TABLE payments (
  claim_key TEXT PRIMARY KEY,
  ref_id    TEXT NOT NULL UNIQUE REFERENCES bills
);
