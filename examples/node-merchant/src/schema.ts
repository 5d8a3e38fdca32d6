/** The tables. `numeric` would work for amounts too, but the interface bills in integers up to 2^53-1. */
export const SCHEMA = `
  -- Bills are settled to those that are linked. A link is the sub biller's secret.
  CREATE TABLE IF NOT EXISTS sub_billers (
    code  text PRIMARY KEY,
    state text NOT NULL DEFAULT 'onboarding' CHECK (state IN ('onboarding', 'onboarded', 'linked')),
    link  text
  );
  -- Bills with the records of their SettlementFlow. CreditFlow needs none: a bill comes with its transactions.
  CREATE TABLE IF NOT EXISTS bills (
    ref_id        text PRIMARY KEY,
    settlement_to text NOT NULL,
    currency      text NOT NULL,
    total_amount  bigint NOT NULL,
    bill          json NOT NULL,
    record        text,
    revision      integer NOT NULL DEFAULT 0,
    state         text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'settled', 'refused', 'unclear')),
    reason        text,
    ended_at      timestamptz,
    checked_at    timestamptz, -- by the end of the day
    settled_by    text UNIQUE -- one transaction settles one bill
  );
  CREATE INDEX IF NOT EXISTS ended ON bills (ended_at) WHERE state = 'settled';
  -- Each transaction that a verification has shown. One transaction pays one bill (claim_key), and one bill
  -- is paid once (paid_once).
  CREATE TABLE IF NOT EXISTS payments (
    claim_key text PRIMARY KEY,
    ref_id    text NOT NULL REFERENCES bills,
    state     text NOT NULL CHECK (state IN ('credited', 'held', 'reversed')),
    amount    numeric NOT NULL,
    tran_id   text,
    tran_date text,
    fee       numeric,
    currency  text,
    bank_code text,
    bank_ref  text
  );
  CREATE UNIQUE INDEX IF NOT EXISTS paid_once ON payments (ref_id) WHERE state = 'credited';
  CREATE INDEX IF NOT EXISTS payments_of_bill ON payments (ref_id);
  -- Transactions for a person: paid twice, reversed, failed, or of another amount, currency or bill.
  CREATE TABLE IF NOT EXISTS reviews (
    claim_key  text NOT NULL,
    ending     text NOT NULL,
    ref_id     text NOT NULL REFERENCES bills,
    amount     numeric NOT NULL,
    currency   text NOT NULL,
    details    text NOT NULL, -- the transaction, as JSON
    found_at   timestamptz NOT NULL DEFAULT now(),
    decided_at timestamptz, -- set it once a person has decided
    PRIMARY KEY (claim_key, ending)
  );
`;

export const SCHEMA_GONE =
  "DROP TABLE IF EXISTS reviews, payments, bills, sub_billers; DROP SCHEMA IF EXISTS pgboss CASCADE";
