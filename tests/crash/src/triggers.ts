/**
 * A random kill seldom hits the moment between the answer that money has moved and its entry in the database. So the
 * database refuses two of 40 of these entries. The flow tries once more, and the queue repeats the job.
 */
export const REFUSALS = `
  CREATE SEQUENCE entries;
  CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF nextval('entries') % 40 IN (0, 1) THEN RAISE 'not now'; END IF;
      RETURN NEW;
    END
  $$;
  CREATE TRIGGER refuse BEFORE UPDATE OF state ON bills
    FOR EACH ROW WHEN (NEW.state = 'settled' AND OLD.state <> 'settled') EXECUTE FUNCTION refuse();
`;

/** The control: stores records as if nothing had been tried or heard, so that a killed merchant resends blindly. */
export const FORGET = `
  CREATE FUNCTION forget() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NEW.record := (NEW.record::jsonb #- '{knowledge,attempts}')::text;
      RETURN NEW;
    END
  $$;
  CREATE TRIGGER forget BEFORE UPDATE OF record ON bills
    FOR EACH ROW WHEN (NEW.state = 'open') EXECUTE FUNCTION forget();
`;

/**
 * The control of the receivers: without constraints, they read whether a transaction was credited, and then write. Each
 * receiver makes the tables as it starts, and leaves an index of this name as it is.
 */
export const NO_CONSTRAINTS = `
  ALTER TABLE payments DROP CONSTRAINT payments_pkey;
  DROP INDEX paid_once;
  CREATE INDEX paid_once ON payments (ref_id);
`;
