// The first signature of a program, by billwire and by hand. Each imports what it needs when it is called.
const FIELDS = {
  ref_id: "INV-1",
  date: "2026-01-31T17:00:00.000Z",
  currency: "KHR",
  total_amount: 40_000,
  customer_sync_code: "C-1",
  settlement_to: "S-1",
};

export const signatures = {
  async billwire() {
    const { sign } = await import("billwire");
    return (hashToken) => sign(FIELDS, hashToken);
  },
  async createHmac() {
    const { createHmac } = await import("node:crypto");
    const { ref_id, date, currency, total_amount, customer_sync_code, settlement_to } = FIELDS;
    return (hashToken) => {
      const digits = date.replace(/[^0-9]/g, "").slice(0, 14);
      const text = ref_id + digits + currency + total_amount + customer_sync_code + settlement_to;
      return createHmac("sha512", hashToken).update(text).digest("base64");
    };
  },
};
