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
-- Records of the bills' verifications. They save work: without one, a bill is verified again.
CREATE TABLE credits (
  ref_id   TEXT PRIMARY KEY REFERENCES bills,
  record   TEXT NOT NULL,
  revision INTEGER NOT NULL
);
