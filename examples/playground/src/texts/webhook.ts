// Texts of the webhook tab.
import type { WebhookPayload } from "billwire";
import { type Text, texts } from "./language.ts";

export const webhook = texts({
  intro: {
    en: "A strange webhook? See what it says, what is wrong with it and at which byte, and whether to trust it.",
    km: "Webhook ចម្លែក? សូមមើលអ្វីដែលវានិយាយ កំហុសរបស់វានៅ byte ណា និងថាតើអាចជឿបានឬអត់។",
  },
  arrived: { en: "The webhook", km: "អ្វីដែលបានមកដល់" },
  variant: { en: "Variant", km: "ប្រភេទ" },
  merchant_proxy: { en: "Merchant proxy: with a Token", km: "Merchant proxy៖ មាន Token" },
  checkout: { en: "Checkout: without authentication", km: "Checkout៖ គ្មានការផ្ទៀងផ្ទាត់អ្នកផ្ញើ" },
  fixture: { en: "Use one of billwire's own", km: "យកគំរូមួយរបស់ billwire" },
  tokens: { en: "expected; several, with spaces between", km: "ដែលរំពឹងទុក (បើមានច្រើន ដាក់ដកឃ្លា)" },
  headers: { en: "one on each line", km: "មួយក្នុងមួយបន្ទាត់" },
  noColon: { en: "Line {line} has no colon.", km: "បន្ទាត់ទី {line} គ្មានសញ្ញា : ទេ។" },
  body: { en: "raw, as it arrived", km: "ដើម ដូចពេលមកដល់" },
  bodyHint: {
    en: "A text field keeps every line end as one byte (LF). Bytes are counted as UTF-8.",
    km: "ប្រអប់អត្ថបទទុកការចុះបន្ទាត់នីមួយៗជា byte តែមួយ (LF)។ byte រាប់តាម UTF-8។",
  },

  judgement: { en: "Can it be trusted?", km: "តើអាចជឿបានទេ?" },
  unusable: { en: "The receiver is not configured correctly.", km: "មិនអាចរៀបចំអ្នកទទួលបានទេ។" },
  refused: { en: "Not trusted. The answer is {status}.", km: "មិនជឿទេ។ ចម្លើយគឺ {status}។" },
  invalid: { en: "It cannot be read. The answer is {status}.", km: "អានមិនបានទេ។ ចម្លើយគឺ {status}។" },
  received: { en: "Received, and not trusted yet.", km: "បានទទួល តែមិនទាន់ជឿទេ។" },
  receivedDetail: {
    en: "Ask the service itself: only its verification decides.",
    km: "សូមសួរទៅសេវាផ្ទាល់៖ មានតែការផ្ទៀងផ្ទាត់ (verification) ទេដែលសម្រេច។",
  },
  confirmed: { en: "Confirmed by the service.", km: "សេវាបានបញ្ជាក់។" },
  confirmedDetail: {
    en: "Claim {key} where the bill is credited: one transaction pays one bill.",
    km: "សូមកត់ត្រា {key} ពេលបញ្ចូលប្រាក់ទៅវិក្កយបត្រ៖ ប្រតិបត្តិការមួយបង់បានតែវិក្កយបត្រមួយ។",
  },
  mismatch: { en: "The service contradicts it. Nothing may be credited.", km: "សេវានិយាយផ្សេង។ ហាមបញ្ចូលប្រាក់។" },
  sender: { en: "Sender", km: "អ្នកផ្ញើ" },
  senderToken: {
    en: "knows an expected token. It does not cover the body.",
    km: "ស្គាល់ token ត្រឹមត្រូវ។ តែ token មិនធានាលើ body ទេ។",
  },
  senderAnybody: {
    en: "can be anyone: this variant has no authentication.",
    km: "អាចជានរណាក៏បាន៖ ប្រភេទនេះគ្មានការបញ្ជាក់អ្នកផ្ញើទេ។",
  },
  reading: { en: "Body", km: "Body" },
  readable: { en: "is one JSON object that follows the interface.", km: "ជា JSON object មួយដែលត្រូវតាម interface។" },
  notRead: { en: "is not parsed, because the sender is checked first.", km: "មិនបានអានទេ ព្រោះត្រូវពិនិត្យអ្នកផ្ញើជាមុន។" },
  confirmation: { en: "Confirmation", km: "ការបញ្ជាក់" },
  notConfirmed: { en: "is missing: ask the service.", km: "នៅមិនទាន់មាន៖ ត្រូវសួរទៅសេវា។" },
  isConfirmed: { en: "matches what was billed.", km: "ត្រូវនឹងអ្វីដែលបានចេញវិក្កយបត្រ។" },
  isMismatch: { en: "does not match what was billed.", km: "មិនត្រូវនឹងអ្វីដែលបានចេញវិក្កយបត្រទេ។" },
  noConfirmation: { en: "is not reached.", km: "មិនទាន់ដល់ជំហាននេះទេ។" },

  place: { en: "Position of the error", km: "កន្លែងដែលខុស" },
  position: {
    en: "byte {offset} · line {line} · column {column}",
    km: "byte {offset} · បន្ទាត់ {line} · ជួរឈរ {column}",
  },
  endOfText: { en: "end of the text", km: "ចុងអត្ថបទ" },
  goThere: { en: "Select it in the body", km: "ជ្រើសវាក្នុង body" },

  payload: { en: "What it says", km: "អ្វីដែលវានិយាយ" },
  nothing: { en: "Nothing: every field is missing.", km: "គ្មានអ្វីទេ៖ field ទាំងអស់បាត់។" },
  unknownField: { en: "not in the interface; kept in extra", km: "គ្មានក្នុង interface តែរក្សាទុកក្នុង extra" },
  unknownValue: { en: "not a value that the interface lists", km: "មិនមែនជាតម្លៃដែល interface រៀបរាប់ទេ" },
  dedupKey: { en: "deliveries of the same event share it", km: "ការផ្ញើនៃព្រឹត្តិការណ៍តែមួយមាន key នេះដូចគ្នា" },
  noDedupKey: { en: "null: nothing identifies this event", km: "null៖ គ្មានអ្វីសម្គាល់ព្រឹត្តិការណ៍នេះទេ" },
  fingerprint: { en: "what it says about the money", km: "អ្វីដែលវានិយាយអំពីប្រាក់" },

  billed: { en: "Confirm it", km: "បញ្ជាក់វា" },
  billedHint: {
    en: "Your bill, from your own records and never from the webhook:",
    km: "អ្វីដែលអ្នកបានចេញវិក្កយបត្រ យកពីបញ្ជីរបស់អ្នក មិនមែនពី webhook ទេ៖",
  },
  amount: { en: "without the fee", km: "មិនរួមថ្លៃសេវា" },
  ask: { en: "Send this verification:", km: "សូមផ្ញើ verification នេះ៖" },
  must: {
    en: "Its answer must match in identity, purpose, currency, amount and tran_id. Its status must be success, and amount plus fee must be the total.",
    km: "ចម្លើយត្រូវតែដូចគ្នាទាំង identity, purpose, currency, amount និង tran_id មាន status ជា success ហើយ amount បូកថ្លៃសេវាត្រូវស្មើនឹងចំនួនសរុប។",
  },
  answerStatus: { en: "HTTP status of the answer", km: "HTTP status នៃចម្លើយ" },
  answerBody: { en: "the answer's body", km: "body នៃចម្លើយ" },
  agreeing: { en: "Example: an answer that agrees", km: "ឧទាហរណ៍៖ ចម្លើយដែលយល់ស្រប" },
  undecided: { en: "Nothing is known yet.", km: "មិនទាន់ដឹងអ្វីទេ។" },
  absent: { en: "is missing in the answer", km: "បាត់ក្នុងចម្លើយ" },
  different: { en: "is different", km: "ខុសគ្នា" },

  reply: { en: "The answer to give", km: "ចម្លើយដែលត្រូវឆ្លើយ" },
  replyHint: {
    en: "It acknowledges that the webhook arrived. It does not mean that anything was credited.",
    km: "វាប្រាប់ថា webhook បានមកដល់ មិនមែនប្រាប់ថាបានបញ្ចូលប្រាក់ទេ។",
  },
  noReply: { en: "There is none until the receiver is configured.", km: "គ្មានទេ ដរាបណាមិនទាន់រៀបចំអ្នកទទួលបាន។" },
});

/** The values that the interface lists, without other texts. */
type Named<Value> = Value extends string ? (string extends Value ? never : Value) : never;

/** Meanings of the listed values. A listed value without a text does not compile; other values are unknown. */
export const channels: Readonly<Record<Named<WebhookPayload["payment_service_type"]>, Text>> = {
  "Bank Channel": { en: "from a bank's app or counter", km: "ពីកម្មវិធី ឬបញ្ជររបស់ធនាគារ" },
  KHQR: { en: "a scanned QR code", km: "ស្កេន QR code" },
  "Deeplink/Checkout": { en: "a checkout page or deeplink", km: "ទំព័រ checkout ឬ deeplink" },
  "Direct Debit": { en: "an automatic debit", km: "ការកាត់ប្រាក់ស្វ័យប្រវត្តិ" },
};

export const statuses: Readonly<Record<Named<WebhookPayload["status"]>, Text>> = {
  success: { en: "the only status that the interface shows", km: "status តែមួយគត់ដែល interface បង្ហាញ" },
};
