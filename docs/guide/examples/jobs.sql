-- What the jobs need in addition to the tables that `npx billwire init` writes.
-- ANCHOR: columns
ALTER TABLE bills
  ADD state   text NOT NULL DEFAULT 'open',             -- open, settled, refused, unclear
  ADD reason  text,                                     -- why it is refused or unclear
  ADD next_at timestamptz NOT NULL DEFAULT now();       -- when a job looks at it next
-- ANCHOR_END: columns
-- ANCHOR: review
SELECT ref_id, state, reason FROM bills WHERE state IN ('refused', 'unclear') ORDER BY next_at;
-- ANCHOR_END: review
