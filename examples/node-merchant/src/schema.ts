/** The tables. `numeric` would work for amounts too, but the interface bills in integers up to 2^53-1. */
export const SCHEMA = `
  CREATE TABLE IF NOT EXISTS sub_billers (
    code text PRIMARY KEY
  );
  CREATE TABLE IF NOT EXISTS bills (
    ref_id        text PRIMARY KEY,
    settlement_to text NOT NULL,
    currency      text NOT NULL,
    total_amount  bigint NOT NULL,
    state         text NOT NULL DEFAULT 'billed' CHECK (state IN ('billed', 'settled', 'refused', 'unclear')),
    reason        text,
    ended_at      timestamptz,
    settled_by    text UNIQUE, -- one transaction settles one bill
    paid          bigint NOT NULL DEFAULT 0 CHECK (paid IN (0, total_amount))
  );
  -- Records of SettlementFlow. CreditFlow needs none: a bill comes with the transaction that has paid it.
  CREATE TABLE IF NOT EXISTS settlements (
    ref_id   text PRIMARY KEY REFERENCES bills,
    record   text NOT NULL,
    revision integer NOT NULL
  );
  -- One transaction pays one bill (claim_key), and one bill is paid once (ref_id).
  CREATE TABLE IF NOT EXISTS payments (
    claim_key text PRIMARY KEY,
    ref_id    text NOT NULL UNIQUE REFERENCES bills
  );
  -- Transactions for a person: paid twice, reversed, failed, or of another amount, currency or bill.
  CREATE TABLE IF NOT EXISTS reviews (
    tran_id     text,
    result      text,
    ref_id      text NOT NULL REFERENCES bills,
    transaction text NOT NULL,
    PRIMARY KEY (tran_id, result)
  );
`;

export const SCHEMA_GONE =
  "DROP TABLE IF EXISTS reviews, payments, settlements, bills, sub_billers; DROP SCHEMA IF EXISTS pgboss CASCADE";
