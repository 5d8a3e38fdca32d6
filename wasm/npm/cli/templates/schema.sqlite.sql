-- A shop, to which bills are settled once its account is linked. Its link is its secret.
CREATE TABLE IF NOT EXISTS shops (
  code  TEXT PRIMARY KEY,                    -- supplier_sync_code
  state TEXT NOT NULL DEFAULT 'onboarding',  -- onboarding, onboarded, linked
  link  TEXT                                 -- web_url: where the shop links its account
);
-- A bill, with the record of its SettlementFlow. One transaction settles one bill (settled_by).
-- Times are milliseconds since 1970.
CREATE TABLE IF NOT EXISTS bills (
  ref_id     TEXT PRIMARY KEY,
  bill       TEXT NOT NULL,
  record     TEXT,
  revision   INTEGER NOT NULL DEFAULT 0,
  state      TEXT NOT NULL DEFAULT 'open',  -- open, settled, refused, unclear
  reason     TEXT,                          -- why it is refused or unclear
  settled_by TEXT UNIQUE,
  entered_at INTEGER NOT NULL,
  next_at    INTEGER NOT NULL DEFAULT 0,     -- when the job of bills in doubt looks at it next
  ended_at   INTEGER,
  checked_at INTEGER NOT NULL DEFAULT 0      -- when the end of the day asked about it last
);
CREATE INDEX IF NOT EXISTS due ON bills (next_at) WHERE state IN ('open', 'unclear');
-- Each transaction that a verification has shown. What protects the money: one transaction pays one bill
-- (claim_key), and one bill is paid once (paid_once).
CREATE TABLE IF NOT EXISTS payments (
  claim_key TEXT PRIMARY KEY,
  ref_id    TEXT NOT NULL REFERENCES bills,
  state     TEXT NOT NULL DEFAULT 'credited', -- credited, held for a person, reversed
  amount    TEXT NOT NULL,                  -- exact; SQLite's REAL is not
  tran_id   TEXT,                           -- by the rest, a report of the service or a bank is matched
  tran_date TEXT,
  fee       TEXT,
  currency  TEXT,
  bank_code TEXT,
  bank_ref  TEXT
);
CREATE UNIQUE INDEX IF NOT EXISTS paid_once ON payments (ref_id) WHERE state = 'credited';
CREATE INDEX IF NOT EXISTS payments_of_bill ON payments (ref_id);
-- What a person must see: transactions that were paid twice, held, reversed or of another amount.
CREATE TABLE IF NOT EXISTS reviews (
  claim_key  TEXT NOT NULL,
  ending     TEXT NOT NULL,
  ref_id     TEXT NOT NULL REFERENCES bills,
  amount     TEXT NOT NULL,
  currency   TEXT NOT NULL,
  details    TEXT NOT NULL, -- the transaction, as JSON
  found_at   INTEGER NOT NULL,
  decided_at INTEGER,          -- set it once a person has decided
  PRIMARY KEY (claim_key, ending)
);
