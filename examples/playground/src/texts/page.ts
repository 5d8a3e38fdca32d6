// Texts of the page, and texts that all tabs share.
import { texts } from "./language.ts";

export const page = texts({
  title: { en: "billwire playground", km: "ទំព័រសាកល្បង billwire" },
  playground: { en: "playground", km: "ទំព័រសាកល្បង" },
  benches: { en: "Tools", km: "ឧបករណ៍" },
  languages: { en: "Language", km: "ភាសា" },
  signature: { en: "Signature", km: "ហត្ថលេខា" },
  webhook: { en: "Webhook", km: "Webhook" },
  simulator: { en: "Simulator", km: "ការធ្វើត្រាប់" },
  notice: { en: "Only test keys belong here.", km: "សូមប្រើតែ key សម្រាប់សាកល្បងប៉ុណ្ណោះ។" },
  noticeDetail: {
    en: "This page sends nothing and stores nothing. Keys that move real money still stay on a server.",
    km: "ទំព័រនេះមិនផ្ញើ និងមិនរក្សាទុកអ្វីឡើយ។ យ៉ាងណាក៏ដោយ key ដែលអាចផ្ទេរប្រាក់ពិត ត្រូវរក្សានៅលើ server ប៉ុណ្ណោះ។",
  },
  footer: {
    en: "billwire {version}: the npm package itself, as wasm in this page.",
    km: "billwire {version}៖ គឺកញ្ចប់ npm ផ្ទាល់ ដំណើរការជា wasm ក្នុងទំព័រនេះ។",
  },
  offline: { en: "Download this page as one file", km: "ទាញយកទំព័រនេះជាឯកសារតែមួយ" },
  result: { en: "Show the result", km: "បង្ហាញលទ្ធផល" },
  copy: { en: "Copy", km: "ចម្លង" },
  copied: { en: "Copied", km: "បានចម្លង" },
  show: { en: "Show", km: "បង្ហាញ" },
  hide: { en: "Hide", km: "លាក់" },
  atByte: { en: "byte {offset}", km: "byte ទី {offset}" },
  nextStep: { en: "Next step", km: "ជំហានបន្ទាប់" },
});

export const nextSteps = texts({
  fixRequest: { en: "correct the request", km: "កែ request" },
  fixCredentials: { en: "correct the credentials", km: "កែ token ឬ key" },
  sendAgain: { en: "resend it", km: "អាចផ្ញើម្ដងទៀតបាន" },
  verifyAgain: { en: "ask again", km: "សួរម្ដងទៀត" },
  verifyFirst: { en: "verify before you resend", km: "ផ្ទៀងផ្ទាត់ជាមុនសិន មុននឹងផ្ញើម្ដងទៀត" },
  askService: { en: "ask the service's support", km: "សួរទៅខាងសេវា" },
});
