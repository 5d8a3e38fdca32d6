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
    paid          bigint NOT NULL DEFAULT 0 CHECK (paid IN (0, total_amount))
  );
  CREATE TABLE IF NOT EXISTS attempts (
    ref_id   text NOT NULL REFERENCES bills,
    attempt  integer NOT NULL,
    in_doubt boolean NOT NULL DEFAULT true,
    PRIMARY KEY (ref_id, attempt)
  );
  -- One transaction pays one bill (claim_key), and one bill is paid once (ref_id). A dedup key may come again: banks use
  -- their references again, and whoever sends a notice writes what they like.
  CREATE TABLE IF NOT EXISTS payments (
    claim_key   text PRIMARY KEY,
    ref_id      text NOT NULL UNIQUE REFERENCES bills,
    dedup_key   text,
    fingerprint text NOT NULL
  );
`;

export const SCHEMA_GONE = "DROP TABLE IF EXISTS payments, attempts, bills, sub_billers";
