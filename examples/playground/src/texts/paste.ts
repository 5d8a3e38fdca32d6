// Texts of the field for a pasted bill.
import { texts } from "./language.ts";

export const paste = texts({
  paste: { en: "Paste a bill", km: "បិទភ្ជាប់វិក្កយបត្រ" },
  meaning: { en: "a JSON body or a cURL line", km: "JSON body ឬបន្ទាត់ cURL" },
  filled: {
    en: "{count} fields are filled in. Headers and credentials were not kept.",
    km: "បានបំពេញ {count} field។ header និង token មិនត្រូវបានរក្សាទុកទេ។",
  },
  filledWithHash: {
    en: "{count} fields and the hash are filled in. Headers and credentials were not kept.",
    km: "បានបំពេញ {count} field និង hash។ header និង token មិនត្រូវបានរក្សាទុកទេ។",
  },
  leftOut: {
    en: "payment_method_token is left out: it is a secret, and it is not signed.",
    km: "payment_method_token មិនត្រូវបានយកទេ៖ វាជាការសម្ងាត់ ហើយមិនត្រូវបានចុះហត្ថលេខា។",
  },
  others: { en: "Also in the request:", km: "ក៏មានក្នុង request ដែរ៖" },
  drop: { en: "Remove", km: "ដកចេញ" },
  unreadable: { en: "This is not a JSON object.", km: "នេះមិនមែនជា JSON object ទេ។" },
  no_bill: { en: "This JSON has no field of a bill.", km: "JSON នេះគ្មាន field នៃវិក្កយបត្រទេ។" },
  no_data: { en: "This request has no body.", km: "request នេះគ្មាន body ទេ។" },
  open_quotation: {
    en: "A quotation in this cURL line does not end. Copy the whole line.",
    km: "សញ្ញាសម្រង់ក្នុងបន្ទាត់ cURL នេះមិនទាន់បិទទេ។ សូមចម្លងបន្ទាត់ទាំងមូល។",
  },
  file: {
    en: "This cURL line names a file. Paste the file's content.",
    km: "បន្ទាត់ cURL នេះប្រើឯកសារ។ សូមបិទភ្ជាប់ខ្លឹមសារនៃឯកសារនោះ។",
  },
});
