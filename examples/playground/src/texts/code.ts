// Texts of the code.
import { texts } from "./language.ts";

export const code = texts({
  code: { en: "As code", km: "ជាកូដ" },
  languages: { en: "Programming language", km: "ភាសាសរសេរកម្មវិធី" },
  notYet: { en: "Correct the bill first.", km: "សូមកែវិក្កយបត្រជាមុនសិន។" },
  hint: {
    en: "It reads credentials from the environment. The code never contains them.",
    km: "វាអាន token និង key ពី environment។ កូដមិនដែលមានវាទេ។",
  },
  curlHint: {
    en: "The hash belongs to this body and key. It reads the bearer token from the environment.",
    km: "hash នេះសម្រាប់ body និង key នេះប៉ុណ្ណោះ។ វាអាន bearer token ពី environment។",
  },
});
