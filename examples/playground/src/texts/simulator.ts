// Texts of the simulator tab.
import { texts } from "./language.ts";

export const simulator = texts({
  intro: {
    en: "Control the simulated service, inject faults, and read the exact HTTP of both sides.",
    km: "បញ្ជាសេវាត្រាប់ដោយដៃ ឱ្យមានអ្វីមួយខុស ហើយអាន HTTP ពិតប្រាកដរបស់ភាគីទាំងពីរ។",
  },
  stories: { en: "Play an example", km: "សាកឧទាហរណ៍" },
  calm: { en: "No faults", km: "អ្វីៗដំណើរការល្អ" },
  blindRetry: { en: "A blind retry", km: "ផ្ញើម្ដងទៀតដោយមិនមើល" },
  duplicate: { en: "A webhook comes twice", km: "Webhook មកពីរដង" },
  forged: { en: "A forged webhook", km: "Webhook ក្លែងក្លាយ" },
  startOver: { en: "Start over", km: "ចាប់ផ្ដើមឡើងវិញ" },

  onboarding: { en: "Onboard a sub biller", km: "ចុះឈ្មោះ sub biller" },
  supplier: { en: "its id at your side", km: "លេខសម្គាល់របស់វានៅខាងអ្នក" },
  supplierName: { en: "in English", km: "ជាភាសាអង់គ្លេស" },
  supplierNameKh: { en: "in Khmer", km: "ជាភាសាខ្មែរ" },
  onboard: { en: "Onboard", km: "ចុះឈ្មោះ" },
  settlement: { en: "Settle a bill", km: "ទូទាត់វិក្កយបត្រ" },
  settle: { en: "Settle", km: "ទូទាត់" },
  faults: { en: "Next faults", km: "កំហុសដែលនឹងកើតឡើងបន្ទាប់" },
  answerFault: { en: "With the next answer", km: "ចំពោះចម្លើយបន្ទាប់" },
  webhookFault: { en: "With the next bill's webhook", km: "ចំពោះ webhook នៃវិក្កយបត្របន្ទាប់" },
  webhooks: { en: "Webhooks and time", km: "Webhook និងពេលវេលា" },
  clock: { en: "The service's clock", km: "នាឡិការបស់សេវា" },
  dueNow: { en: "A webhook is due.", km: "មាន webhook ត្រូវផ្ញើ។" },
  dueAt: { en: "The next webhook is due at {time}.", km: "webhook បន្ទាប់ត្រូវផ្ញើនៅម៉ោង {time}។" },
  noneDue: { en: "No webhook is due.", km: "គ្មាន webhook ត្រូវផ្ញើទេ។" },
  deliver: { en: "Deliver what is due", km: "ផ្ញើអ្វីដែលដល់ពេល" },
  advance: { en: "{seconds} s later", km: "{seconds} វិនាទីក្រោយ" },

  books: { en: "Books of both sides", km: "បញ្ជីគណនេយ្យរបស់ភាគីទាំងពីរ" },
  noBills: { en: "No bill has been sent yet.", km: "មិនទាន់បានផ្ញើវិក្កយបត្រណាទេ។" },
  balanced: { en: "The books are balanced.", km: "បញ្ជីទាំងពីរត្រូវគ្នា។" },
  unbalanced: { en: "The books are not balanced.", km: "បញ្ជីទាំងពីរមិនត្រូវគ្នាទេ។" },
  unbalancedDetail: {
    en: "The service has moved {moved}; you have credited bills of {credited}.",
    km: "សេវាបានផ្ទេរ {moved}។ អ្នកបានកត់ត្រាវិក្កយបត្រ {credited}។",
  },
  underway: { en: "Not everything is known yet.", km: "មិនទាន់ដឹងអ្វីៗទាំងអស់ទេ។" },
  underwayDetail: {
    en: "Money has moved without a confirmed webhook.",
    km: "មានប្រាក់បានផ្ទេរ តែមិនទាន់មាន webhook ដែលបានបញ្ជាក់។",
  },
  counts: {
    en: "Webhooks: {delivered} delivered, {acknowledged} acknowledged, {pending} pending",
    km: "Webhook៖ បានផ្ញើ {delivered}, បានទទួលស្គាល់ {acknowledged}, នៅសល់ {pending}",
  },
  sent: { en: "sent {count}×", km: "បានផ្ញើ {count}×" },
  moved: { en: "moved {count}×", km: "បានផ្ទេរ {count}×" },
  paid: { en: "confirmed {count}×", km: "បានបញ្ជាក់ {count}×" },
  movedTwice: { en: "paid twice", km: "បង់ពីរដង" },
  even: { en: "balanced", km: "ត្រូវគ្នា" },
  open: { en: "open", km: "មិនទាន់ច្បាស់" },
  lookUp: { en: "Verify", km: "ផ្ទៀងផ្ទាត់" },
  again: { en: "Send again", km: "ផ្ញើម្ដងទៀត" },

  diagram: { en: "Messages", km: "អ្វីដែលបានឆ្លងកាត់បណ្ដាញ" },
  diagramHint: { en: "Open a message to read all of it.", km: "បើកសារមួយដើម្បីអានទាំងស្រុង។" },
  empty: {
    en: "Nothing yet. Onboard a sub biller and settle a bill, or play an example.",
    km: "មិនទាន់មានអ្វីទេ។ សូមចុះឈ្មោះ sub biller រួចទូទាត់វិក្កយបត្រ ឬសាកឧទាហរណ៍មួយ។",
  },
  merchant: { en: "Your side", km: "ខាងអ្នក" },
  service: { en: "Service", km: "សេវា" },
  toService: { en: "To the service:", km: "ទៅសេវា៖" },
  toMerchant: { en: "To your side:", km: "មកខាងអ្នក៖" },
  lost: { en: "lost on the way", km: "បាត់តាមផ្លូវ" },
  late: { en: "{seconds} s late", km: "យឺត {seconds} វិនាទី" },
  attempt: { en: "delivery {attempt}", km: "ការផ្ញើទី {attempt}" },
});

/** Your side's decisions about an answer or a webhook. */
export const decisions = texts({
  onboarded: { en: "{code} is registered.", km: "{code} ត្រូវបានចុះឈ្មោះ។" },
  settled: { en: "{ref} is settled: the money has moved.", km: "{ref} បានទូទាត់៖ ប្រាក់បានផ្ទេរ។" },
  accepted: {
    en: "{ref} is accepted; whether money moved is not known.",
    km: "{ref} ត្រូវបានទទួល តែមិនដឹងថាប្រាក់បានផ្ទេរឬអត់។",
  },
  found: { en: "{ref}: {tran} has the status {status}.", km: "{ref}៖ {tran} មាន status {status}។" },
  blind: {
    en: "{ref} is resent although its result is unknown.",
    km: "{ref} ត្រូវបានផ្ញើម្ដងទៀត ដោយមិនដឹងថាវាទៅជាយ៉ាងណា។",
  },
  notBelieved: { en: "Not trusted.", km: "មិនជឿ។" },
  unknownBill: { en: "We have no such bill.", km: "យើងគ្មានវិក្កយបត្រនេះទេ។" },
  contradicts: {
    en: "It contradicts what was billed: nothing is credited.",
    km: "វាផ្ទុយនឹងអ្វីដែលបានចេញវិក្កយបត្រ៖ មិនបញ្ចូលប្រាក់ទេ។",
  },
  notSuccess: { en: "Its status is {status}: nothing to credit.", km: "status របស់វាគឺ {status}៖ គ្មានអ្វីត្រូវបញ្ចូលទេ។" },
  replay: {
    en: "The same event again: acknowledged, and credited only once.",
    km: "ព្រឹត្តិការណ៍ដដែលម្ដងទៀត៖ ទទួលស្គាល់ តែបញ្ចូលប្រាក់តែម្ដង។",
  },
  conflict: { en: "The same event contradicts the earlier webhook.", km: "ព្រឹត្តិការណ៍ដដែល តែនិយាយផ្សេងអំពីប្រាក់។" },
  asks: { en: "A webhook proves nothing: the service is asked.", km: "webhook មិនបញ្ជាក់អ្វីទេ៖ ត្រូវសួរទៅសេវា។" },
  unconfirmed: {
    en: "Not confirmed, so not acknowledged: it will come again.",
    km: "មិនបានបញ្ជាក់៖ មិនទទួលស្គាល់ ដូច្នេះវានឹងមកម្ដងទៀត។",
  },
  mismatch: { en: "The service contradicts it: nothing is credited.", km: "សេវានិយាយផ្សេង៖ មិនបញ្ចូលប្រាក់ទេ។" },
  credited: { en: "Confirmed: {ref} is credited once, under {key}.", km: "បានបញ្ជាក់៖ {ref} ត្រូវបានកត់ត្រាម្ដង ក្រោម {key}។" },
  paidTwice: {
    en: "Confirmed, but {ref} is paid already: {key} is a second payment.",
    km: "បានបញ្ជាក់ តែ {ref} បានបង់រួចហើយ៖ {key} ជាការបង់លើកទីពីរ។",
  },
});

export const answerFaults = texts({
  none: { en: "nothing", km: "គ្មានអ្វីទេ" },
  slow: { en: "it comes 3 seconds late", km: "វាមកយឺត 3 វិនាទី" },
  drop_before: { en: "cut off, nothing has moved", km: "ដាច់ គ្មានអ្វីផ្ទេរ" },
  drop_after: { en: "cut off, the money has moved", km: "ដាច់ តែប្រាក់បានផ្ទេរ" },
  error_before: { en: "503, nothing has moved", km: "503 គ្មានអ្វីផ្ទេរ" },
  error_after: { en: "503, the money has moved", km: "503 តែប្រាក់បានផ្ទេរ" },
  unreadable: { en: "breaks off, the money has moved", km: "ដាច់ពាក់កណ្ដាល តែប្រាក់បានផ្ទេរ" },
  redirect: { en: "a redirect", km: "បង្វែរទៅកន្លែងផ្សេង" },
  code: { en: "HTTP 200 with the code 310", km: "HTTP 200 ដែលមានកូដ 310" },
  statuses: { en: "accepted, with statuses pending", km: "ទទួល តែ status ជា pending" },
});

export const webhookFaults = texts({
  none: { en: "nothing", km: "គ្មានអ្វីទេ" },
  twice: { en: "it comes twice", km: "វាមកពីរដង" },
  late: { en: "it comes 5 seconds late", km: "វាមកយឺត 5 វិនាទី" },
  out_of_order: { en: "it comes after a later one", km: "វាមកក្រោយ webhook ក្រោយ" },
  pending_first: { en: "one with status pending comes first", km: "មួយដែលមាន status pending មកមុន" },
  forged: { en: "a forged one comes first", km: "មួយក្លែងក្លាយមកមុន" },
  wrong_amount: { en: "one with a wrong amount comes first", km: "មួយដែលចំនួនខុសមកមុន" },
  failed: { en: "it says failed, but the money has moved", km: "វាប្រាប់ថា failed តែប្រាក់បានផ្ទេរ" },
});
