import { validateBill, validateNotice } from "./typia.generated.js";

export const typia = { name: "typia", bill: checking(validateBill), notice: checking(validateNotice) };

function checking(validate) {
  return (value) => {
    const result = validate(value);
    if (!result.success) throw new Error(result.errors.map(({ path, expected }) => `${path}: ${expected}`).join(", "));
    return result.data;
  };
}
