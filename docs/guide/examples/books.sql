-- Tables of a merchant in PostgreSQL. The guide shows parts of them, and its examples run on them.
-- ANCHOR: settlements
CREATE TABLE bills (
  ref_id     text PRIMARY KEY,
  draft      jsonb NOT NULL,                    -- the bill, as `SettlementFlow` takes it
  state      text NOT NULL DEFAULT 'open',      -- open, settled, refused, unclear
  reason     text,                              -- why it is refused or unclear
  settled_by text UNIQUE,                       -- one transaction settles one bill
  paid       numeric NOT NULL DEFAULT 0,
  next_at    timestamptz NOT NULL DEFAULT now() -- when a job looks at it next
);
CREATE TABLE settlements (
  ref_id   text PRIMARY KEY REFERENCES bills,
  record   text NOT NULL,                       -- text, not jsonb: exactly what the flow wrote
  revision integer NOT NULL
);
-- ANCHOR_END: settlements
-- ANCHOR: payments
CREATE TABLE payments (
  claim_key text PRIMARY KEY,                   -- one transaction pays once
  ref_id    text NOT NULL UNIQUE,               -- one bill is paid once
  amount    numeric NOT NULL
);
-- ANCHOR_END: payments
-- ANCHOR: free
CREATE TABLE accounts (
  account      text PRIMARY KEY,
  currency     text NOT NULL,
  total_amount numeric,                         -- of a bill that is paid in parts; else null
  balance      numeric NOT NULL DEFAULT 0
);
CREATE TABLE deposits (
  claim_key text PRIMARY KEY,                   -- one transaction pays once
  account   text NOT NULL REFERENCES accounts,  -- not unique: an account is paid many times
  amount    numeric NOT NULL
);
-- ANCHOR_END: free
-- ANCHOR: several
CREATE TABLE claims (
  contract  text NOT NULL,                      -- your name of a contract with a provider
  claim_key text NOT NULL,
  ref_id    text NOT NULL,
  amount    numeric NOT NULL,
  PRIMARY KEY (contract, claim_key),            -- one transaction of a provider pays once
  UNIQUE (contract, ref_id)                     -- one bill is paid once
);
-- ANCHOR_END: several
-- ANCHOR: review
SELECT ref_id, state, reason FROM bills WHERE state IN ('refused', 'unclear') ORDER BY next_at;
-- ANCHOR_END: review
-- ANCHOR: surplus
SELECT account, balance - total_amount AS surplus FROM accounts WHERE balance > total_amount;
-- ANCHOR_END: surplus
