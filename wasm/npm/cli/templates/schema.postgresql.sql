-- A bill, with the record of its SettlementFlow. One transaction settles one bill (settled_by).
CREATE TABLE IF NOT EXISTS bills (
  ref_id     text PRIMARY KEY,
  bill       text NOT NULL,
  record     text,
  revision   integer NOT NULL DEFAULT 0,
  settled_by text UNIQUE
);
-- What protects the money: one transaction pays one bill (claim_key), and one bill is paid once (ref_id).
CREATE TABLE IF NOT EXISTS payments (
  claim_key text PRIMARY KEY,
  ref_id    text NOT NULL UNIQUE REFERENCES bills,
  amount    numeric NOT NULL
);
