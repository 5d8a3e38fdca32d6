// The content security policy of the built page: it runs its own script and wasm, and sends nothing.
import { createHash } from "node:crypto";

/** Sources of scripts, styles and images. */
export interface Sources {
  script: string;
  style: string;
  image: string;
}

export function policyOf({ script, style, image }: Sources): string {
  return [
    "default-src 'none'",
    `script-src ${script} 'wasm-unsafe-eval'`,
    `style-src ${style}`,
    `img-src ${image}`,
    "connect-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
}

/** Source that allows exactly this text in the page. */
export function hashSource(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
