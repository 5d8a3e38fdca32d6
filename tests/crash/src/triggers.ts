/**
 * A random kill seldom hits the moment between the answer that money has moved and its entry in the database. So the
 * database refuses every 40th of these entries, and the queue repeats the job.
 */
export const REFUSALS = `
  CREATE SEQUENCE entries;
  CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF nextval('entries') % 40 = 0 THEN RAISE 'not now'; END IF;
      RETURN NEW;
    END
  $$;
  CREATE TRIGGER refuse BEFORE UPDATE OF state ON bills
    FOR EACH ROW WHEN (NEW.state = 'settled') EXECUTE FUNCTION refuse();
  CREATE TRIGGER refuse BEFORE UPDATE ON settlements
    FOR EACH ROW WHEN (NEW.record LIKE '%"state":"settled"%') EXECUTE FUNCTION refuse();
`;

/** The control: stores records as if nothing had been tried or heard, so that a killed merchant resends blindly. */
export const FORGET = `
  CREATE FUNCTION forget() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NEW.record LIKE '%"state":"in_doubt"%' THEN
        NEW.record := regexp_replace(NEW.record, '"attempts":.*',
          '"attempts":0,"evidence":"none","has_earlier":false,"state":"open"}');
      END IF;
      RETURN NEW;
    END
  $$;
  CREATE TRIGGER forget BEFORE INSERT OR UPDATE ON settlements FOR EACH ROW EXECUTE FUNCTION forget();
`;

/** The control of the receivers: without constraints, they read whether a transaction was credited, and then write. */
export const NO_CONSTRAINTS = `
  ALTER TABLE payments DROP CONSTRAINT payments_pkey, DROP CONSTRAINT payments_ref_id_key;
  ALTER TABLE bills DROP CONSTRAINT bills_check;
`;
