-- A shop, to which bills are settled once its account is linked. Its link is its secret.
CREATE TABLE IF NOT EXISTS shops (
  code  text PRIMARY KEY,                    -- supplier_sync_code
  state text NOT NULL DEFAULT 'onboarding',  -- onboarding, onboarded, linked
  link  text                                 -- web_url: where the shop links its account
);
-- A bill, with the record of its SettlementFlow. One transaction settles one bill (settled_by).
-- Times are milliseconds since 1970.
CREATE TABLE IF NOT EXISTS bills (
  ref_id     text PRIMARY KEY,
  bill       text NOT NULL,
  record     text,
  revision   integer NOT NULL DEFAULT 0,
  state      text NOT NULL DEFAULT 'open',  -- open, settled, refused, unclear
  reason     text,                          -- why it is refused or unclear
  settled_by text UNIQUE,
  entered_at bigint NOT NULL,
  next_at    bigint NOT NULL DEFAULT 0,     -- when the job of bills in doubt looks at it next
  ended_at   bigint,
  checked_at bigint NOT NULL DEFAULT 0      -- when the end of the day asked about it last
);
CREATE INDEX IF NOT EXISTS due ON bills (next_at) WHERE state IN ('open', 'unclear');
-- Each transaction that a verification has shown. What protects the money: one transaction pays one bill
-- (claim_key), and one bill is paid once (paid_once).
CREATE TABLE IF NOT EXISTS payments (
  claim_key text PRIMARY KEY,
  ref_id    text NOT NULL REFERENCES bills,
  state     text NOT NULL DEFAULT 'credited', -- credited, held for a person, reversed
  amount    numeric NOT NULL,
  tran_id   text,                           -- by the rest, a report of the service or a bank is matched
  tran_date text,
  fee       numeric,
  currency  text,
  bank_code text,
  bank_ref  text
);
CREATE UNIQUE INDEX IF NOT EXISTS paid_once ON payments (ref_id) WHERE state = 'credited';
CREATE INDEX IF NOT EXISTS payments_of_bill ON payments (ref_id);
-- What a person must see: transactions that were paid twice, held, reversed or of another amount.
CREATE TABLE IF NOT EXISTS reviews (
  claim_key  text NOT NULL,
  ending     text NOT NULL,
  ref_id     text NOT NULL REFERENCES bills,
  amount     numeric NOT NULL,
  currency   text NOT NULL,
  details    text NOT NULL, -- the transaction, as JSON
  found_at   bigint NOT NULL,
  decided_at bigint,          -- set it once a person has decided
  PRIMARY KEY (claim_key, ending)
);
