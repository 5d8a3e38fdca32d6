-- Tables of other merchants in PostgreSQL. The guide shows parts of them, and its examples run on them.
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
  amount    numeric NOT NULL,
  state     text NOT NULL DEFAULT 'credited'    -- or held, or reversed
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
-- ANCHOR: surplus
SELECT account, balance - total_amount AS surplus FROM accounts WHERE balance > total_amount;
-- ANCHOR_END: surplus
