// Texts of the settings. The English documentation is the package's own.
import type { WireProfile } from "billwire";
import { texts } from "./language.ts";

export const profileTexts = texts({
  title: { en: "Your provider's settings", km: "ការកំណត់នៃអ្នកផ្ដល់សេវា" },
  hint: {
    en: "Leave them empty unless your provider differs from the interface. They apply to all tabs, and the simulator starts over.",
    km: "សូមទុកឱ្យទទេ លើកលែងតែអ្នកផ្ដល់សេវារបស់អ្នកខុសពី interface។ វាមានឥទ្ធិពលលើគ្រប់ផ្ទាំង ហើយការធ្វើត្រាប់ចាប់ផ្ដើមឡើងវិញ។",
  },
  all: { en: "All {count} settings", km: "ការកំណត់ទាំង {count}" },
  changed: { en: "Changed:", km: "បានកែ៖" },
  reset: { en: "Reset", km: "ដូចដើមវិញ" },
  standard: { en: "default", km: "តាមលំនាំដើម" },
});

/** Purpose of each setting in Khmer. A setting without a text does not compile. */
export const settingsInKhmer: Readonly<Record<keyof WireProfile, string>> = {
  destinationKey: "ឈ្មោះ key នៃគោលដៅទូទាត់ក្នុង body។ លំនាំដើម៖ settlement_to។",
  successCodes: "កូដបន្ថែមដែលមានន័យថាជោគជ័យ។",
  refusalCodes: "កូដដែលមានន័យថាសេវាបានបដិសេធ។ លំនាំដើម៖ គ្មាន។",
  notFoundCodes: "កូដដែលមានន័យថារកមិនឃើញ។ លំនាំដើម៖ គ្មាន។",
  nothingHappenedStatuses: "HTTP status ពី 400 ដល់ 599 ដែលមានន័យថាគ្មានអ្វីកើតឡើង។ លំនាំដើម៖ 400, 401, 403, 422, 429។",
  successStatuses: "status ដែលមានន័យថាជោគជ័យ ត្រូវដូចគ្នាបេះបិទ។ លំនាំដើម៖ success។",
  pendingStatuses: "status ដែលមានន័យថាលទ្ធផលមិនទាន់សម្រេច។ លំនាំដើម៖ គ្មាន។",
  failedStatuses: "status ដែលមានន័យថាគ្មានប្រាក់ត្រូវបានផ្ទេរ។ លំនាំដើម៖ គ្មាន។",
  settlementLookup: "field នៃវិក្កយបត្រ ដែលការផ្ទៀងផ្ទាត់ផ្ញើទៅដើម្បីស្វែងរកវិក្កយបត្រនោះ។",
  lineItemKey: "ឈ្មោះ key នៃឈ្មោះទំនិញ។ លំនាំដើម៖ item_name។",
  verificationAuth: "token ដែលការផ្ទៀងផ្ទាត់ប្រើ។ លំនាំដើម៖ token។",
  verificationTranId: "លេខសម្គាល់ក្នុង webhook ដែលការផ្ទៀងផ្ទាត់ផ្ញើជា tran_id។ លំនាំដើម៖ tran_id។",
  compareTotals: "តម្រូវឱ្យ tran_amount បូក fee_amount ស្មើ total_amount។ លំនាំដើម៖ false។",
  dateStyle: "ទម្រង់កាលបរិច្ឆេទក្នុង body។ លំនាំដើម៖ millis (UTC មាន Z)។",
  dateOffset: "ល្វែងម៉ោងនៃកាលបរិច្ឆេទដែលសរសេរដោយគ្មានល្វែងម៉ោង ដូចជា +07:00។ លំនាំដើម៖ UTC។",
  signingOffset: "ល្វែងម៉ោងនៃខ្ទង់ date ក្នុង signing string ដូចជា +07:00។ លំនាំដើម៖ UTC។",
  totalAmountKhrAs: "ផ្ញើ total_amount_khr ជាអត្ថបទ ឬជាលេខ។ លំនាំដើម៖ text។",
  totalAmountKhrRounding: "ឯកតាដែល total_amount_khr ត្រូវបង្គត់ទៅ។ លំនាំដើម៖ exact (មិនបង្គត់)។",
  sendEmptyText: "ផ្ញើអត្ថបទទទេ ជំនួសការបដិសេធ។ លំនាំដើម៖ false។",
};
