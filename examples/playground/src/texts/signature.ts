// Texts of the signature tab.
import { texts } from "./language.ts";

export const signature = texts({
  intro: {
    en: "Two sides, two hashes? See what is signed, and which mistake produces the other hash.",
    km: "ភាគីទាំងពីរបាន hash ខុសគ្នា? សូមមើលអ្វីដែលត្រូវបានចុះហត្ថលេខា និងកំហុសណាដែលបង្កើត hash មួយនោះ។",
  },
  bill: { en: "The bill", km: "វិក្កយបត្រ" },
  key: { en: "Key and zone", km: "Key និងល្វែងម៉ោង" },
  hashToken: { en: "key of the signature; a test key", km: "key នៃហត្ថលេខា (សម្រាប់សាកល្បង)" },
  signingOffset: { en: "zone of the digits", km: "ល្វែងម៉ោងនៃខ្ទង់" },
  unsigned: { en: "In the bill, but not signed", km: "មានក្នុងវិក្កយបត្រ តែមិនចុះហត្ថលេខា" },
  shapes: { en: "Shapes of your codes", km: "ទម្រង់នៃកូដរបស់អ្នក" },
  shapesHint: {
    en: "# is a digit, @ a letter, ? anything; other characters stand for themselves. Shapes leave fewer parses.",
    km: "# ជាលេខ, @ ជាអក្សរ, ? ជាអ្វីក៏បាន ក្រៅពីនោះជាតួវាផ្ទាល់។ វាធ្វើឱ្យរបៀបអានមានតិចជាងមុន។",
  },
  signingString: { en: "Signing string", km: "Signing string" },
  joined: {
    en: "The six parts are joined without separators: {count} characters.",
    km: "ផ្នែកទាំងប្រាំមួយភ្ជាប់គ្នាដោយគ្មានសញ្ញាបំបែក៖ {count} តួអក្សរ។",
  },
  inZone: { en: "in {zone}", km: "តាម {zone}" },
  notYet: { en: "Not signed yet. Correct this first:", km: "មិនទាន់ចុះហត្ថលេខាទេ៖ សូមកែចំណុចនេះជាមុនសិន។" },
  hash: { en: "Hash", km: "Hash" },
  recipe: { en: "Base64 of HMAC-SHA-512 under the key", km: "Base64 នៃ HMAC-SHA-512 ដោយប្រើ key" },
  compare: { en: "The other side's hash", km: "Hash របស់ភាគីម្ខាងទៀត" },
  observed: { en: "as the other side computed it", km: "ដូចដែលភាគីម្ខាងទៀតបានគណនា" },
  example: { en: "Example: digits in +07:00", km: "ឧទាហរណ៍៖ ខ្ទង់តាម +07:00" },
  more: { en: "What else the other side may have used", km: "អ្វីផ្សេងទៀតដែលភាគីម្ខាងអាចបានប្រើ" },
  onePerLine: { en: "One on each line.", km: "មួយក្នុងមួយបន្ទាត់។" },
  zones: { en: "zones other than whole and half hours", km: "ល្វែងម៉ោងក្រៅពីម៉ោងគត់ និងកន្លះម៉ោង" },
  separators: { en: "separators between the fields", km: "សញ្ញាបំបែករវាង field" },
  destinations: { en: "destinations instead of settlement_to", km: "គោលដៅជំនួស settlement_to" },
  waiting: { en: "Paste the other hash to compare.", km: "សូមបិទភ្ជាប់ hash ម្ខាងទៀតដើម្បីប្រៀបធៀប។" },
  agree: { en: "Both sides agree.", km: "ភាគីទាំងពីរដូចគ្នា។" },
  agreeDetail: { en: "The hash is the right one for this bill.", km: "hash នេះត្រឹមត្រូវសម្រាប់វិក្កយបត្រនេះ។" },
  noNotation: { en: "{length} characters, neither Base64 nor hex.", km: "{length} តួអក្សរ មិនមែន Base64 ឬ hex ទេ។" },
  otherLength: {
    en: "It stands for {bytes} bytes, and an HMAC-SHA-512 has 64.",
    km: "វាតំណាង {bytes} byte ចំណែក HMAC-SHA-512 មាន 64។",
  },
  apply: { en: "Set {name} to {value}", km: "កំណត់ {name} ជា {value}" },
  applyKey: { en: "Remove the white space around the key", km: "លុបដកឃ្លានៅសងខាង key" },
  applied: { en: "{name} is now {value}.", km: "ឥឡូវ {name} គឺ {value}។" },
  appliedKey: { en: "The key has no white space around it now.", km: "ឥឡូវ key គ្មានដកឃ្លានៅសងខាងទេ។" },
  takeBack: { en: "Undo", km: "ត្រឡប់វិញ" },
  compareStrings: { en: "The other side's signing string", km: "signing string របស់ភាគីម្ខាងទៀត" },
  string: { en: "signing string", km: "signing string" },
  stringMeaning: { en: "as the other side signed it", km: "ដូចដែលភាគីម្ខាងទៀតបានចុះហត្ថលេខា" },
  waitingString: { en: "Paste the other string to compare.", km: "សូមបិទភ្ជាប់អត្ថបទម្ខាងទៀតដើម្បីប្រៀបធៀប។" },
  sameStrings: { en: "Both strings are equal.", km: "អត្ថបទទាំងពីរដូចគ្នា។" },
  sameStringsDetail: {
    en: "If the hashes still differ, the key or its encoding differs.",
    km: "បើ hash នៅតែខុសគ្នា នោះ key ឬការ encode របស់វាខុសគ្នា។",
  },
  partsAt: {
    en: "They part at character {at}, in {field}.",
    km: "អត្ថបទទាំងពីរខុសគ្នាចាប់ពីតួអក្សរទី {at} ក្នុង {field}។",
  },
  separated: {
    en: "The other side writes {separator} between the fields.",
    km: "ភាគីម្ខាងទៀតដាក់ {separator} រវាង field។",
  },
  separatedDetail: {
    en: "The interface joins them without a separator. Compare the fields below.",
    km: "interface ភ្ជាប់ field ដោយគ្មានសញ្ញាបំបែក។ សូមប្រៀបធៀប field ខាងក្រោម។",
  },
  zoneAgrees: { en: "With this setting, both strings are equal:", km: "ជាមួយការកំណត់នេះ អត្ថបទទាំងពីរដូចគ្នា៖" },
  field: { en: "Field", km: "Field" },
  yours: { en: "billwire", km: "billwire" },
  theirs: { en: "other side", km: "ភាគីម្ខាងទៀត" },
  nothing: { en: "nothing", km: "គ្មាន" },
  explained: { en: "One side has made a mistake.", km: "ភាគីណាមួយមានកំហុស។" },
  several: {
    en: "Each of these produces exactly this hash. Only the other side knows which one it is.",
    km: "កំហុសនីមួយៗខាងក្រោមបង្កើតបាន hash នេះដូចគ្នា មានតែភាគីម្ខាងទៀតទេដែលដឹងថាមួយណា។",
  },
  one: { en: "This produces exactly this hash:", km: "កំហុសនេះបង្កើតបាន hash នេះចំៗ៖" },
  agreeing: {
    en: "If the mistake is yours, use this setting:",
    km: "បើកំហុសជារបស់អ្នក ការកំណត់នេះនឹងធ្វើឱ្យដូចគ្នា៖",
  },
  noHash: { en: "This is not a hash.", km: "នេះមិនមែនជា hash ទេ។" },
  noHashDetail: {
    en: "It is not 88 characters of Base64, and no known mistake produces it.",
    km: "វាមិនមែនជាតួអក្សរ Base64 ចំនួន 88 ទេ ហើយគ្មានកំហុសដែលគេស្គាល់ណាមួយបង្កើតវាទេ។",
  },
  unexplained: { en: "No known mistake produces this hash.", km: "គ្មានកំហុសដែលគេស្គាល់ណាមួយបង្កើត hash នេះទេ។" },
  unexplainedDetail: {
    en: "Another key or other values, most likely. Compare the six parts with what the other side has signed.",
    km: "ទំនងជា key ផ្សេង ឬតម្លៃផ្សេង។ សូមប្រៀបធៀបផ្នែកទាំងប្រាំមួយជាមួយអ្វីដែលភាគីម្ខាងបានចុះហត្ថលេខា។",
  },
  before: { en: "Before it is sent", km: "មុននឹងផ្ញើ" },
  oneReading: {
    en: "The signing string has exactly one parse.",
    km: "signing string នេះអាចអានបានតែមួយរបៀបគត់។",
  },
  noReading: {
    en: "The signing string has no parse with codes of these shapes.",
    km: "signing string នេះមិនអាចអានបានតាមទម្រង់កូដទាំងនេះទេ។",
  },
  parses: {
    en: "The signing string has {count} parses: this many different bills share this hash. Declare the shapes of your codes to reduce them.",
    km: "signing string នេះអាចអានបាន {count} របៀប៖ វិក្កយបត្រផ្សេងគ្នាប៉ុណ្ណេះមាន hash ដូចគ្នា។ បើប្រកាសទម្រង់កូដ ចំនួននេះនឹងថយចុះ។",
  },
  warnings: { en: "Warnings", km: "គួរពិនិត្យម្ដងទៀត" },
  noWarnings: { en: "billwire has no warning about this bill.", km: "billwire គ្មានការព្រមានអំពីវិក្កយបត្រនេះទេ។" },
  notSendable: {
    en: "It can be signed, but not sent as a settlement:",
    km: "វាអាចចុះហត្ថលេខាបាន តែមិនអាចផ្ញើជា settlement បានទេ៖",
  },
  request: { en: "The request with this hash", km: "request ដែលមាន hash នេះ" },
});

/** Notation of a pasted hash. */
export const notations = texts({
  base64: { en: "{length} characters of Base64: {bytes} bytes.", km: "Base64 ចំនួន {length} តួអក្សរ៖ {bytes} byte។" },
  base64_no_pad: {
    en: "{length} characters of Base64 without padding: {bytes} bytes.",
    km: "Base64 គ្មាន padding ចំនួន {length} តួអក្សរ៖ {bytes} byte។",
  },
  url_safe: {
    en: "{length} characters of Base64 for URLs: {bytes} bytes.",
    km: "Base64 សម្រាប់ URL ចំនួន {length} តួអក្សរ៖ {bytes} byte។",
  },
  hex: {
    en: "{length} characters of hex in lower case: {bytes} bytes.",
    km: "hex អក្សរតូច ចំនួន {length} តួអក្សរ៖ {bytes} byte។",
  },
  upper_case_hex: {
    en: "{length} characters of hex in upper case: {bytes} bytes.",
    km: "hex អក្សរធំ ចំនួន {length} តួអក្សរ៖ {bytes} byte។",
  },
  mixed_case_hex: {
    en: "{length} characters of hex in both cases: {bytes} bytes.",
    km: "hex លាយអក្សរតូចធំ ចំនួន {length} តួអក្សរ៖ {bytes} byte។",
  },
  percent: {
    en: "{length} characters, encoded for a URL: {bytes} bytes.",
    km: "{length} តួអក្សរ ដែល encode សម្រាប់ URL៖ {bytes} byte។",
  },
});

/** Texts that were removed around a pasted hash. */
export const removals = texts({
  space: { en: "White space around it is ignored.", km: "ដកឃ្លានៅសងខាងវាត្រូវបានកាត់ចោល។" },
  name: { en: "The name before it is ignored.", km: "ឈ្មោះនៅមុខវាត្រូវបានកាត់ចោល។" },
  quotes: { en: "Quotation marks around it are ignored.", km: "សញ្ញាសម្រង់នៅសងខាងវាត្រូវបានកាត់ចោល។" },
  escapes: { en: "JSON escapes in it are decoded.", km: "សញ្ញា escape នៃ JSON ត្រូវបាន decode។" },
});

/** Descriptions of a bill's fields. */
export const billFields = texts({
  ref_id: { en: "reference of the bill", km: "លេខយោងវិក្កយបត្រ" },
  date: { en: "bill date, with its offset", km: "កាលបរិច្ឆេទ រួមទាំង offset" },
  currency: { en: "ISO code, such as KHR", km: "កូដ ISO ដូចជា KHR" },
  total_amount: { en: "total, tax included", km: "ចំនួនសរុប រួមទាំងពន្ធ" },
  customer_sync_code: { en: "customer", km: "អតិថិជន" },
  settlement_to: { en: "destination of the money", km: "គោលដៅនៃប្រាក់" },
  due_date: { en: "due date", km: "ថ្ងៃផុតកំណត់" },
  exchange_rate_khr: { en: "riel for one unit", km: "ចំនួនរៀលក្នុងមួយឯកតា" },
  total_amount_khr: { en: "total in riel", km: "ចំនួនសរុបជារៀល" },
});
