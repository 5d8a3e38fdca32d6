import type { CodeShapes, Settlement, SignedFields } from "../index.js";

/** Options of {@link explainSignature}. */
export interface ExplainOptions {
  /** Key of the signature. It does not appear in the explanation. */
  hashToken: string;
  /** Hash that the other program computed. */
  observedHash?: string | null | undefined;
  /** Zone of the date's digits, such as `+07:00`. Default UTC. */
  signingOffset?: string | null | undefined;
  /** Shapes of the merchant's codes, by which `parses` is counted. */
  codeShapes?: CodeShapes | null | undefined;
  /** Values that the other program may have used instead. */
  candidates?:
    | {
        /** Zones in addition to whole and half hours; at most a thousand, as of the other two. */
        zones?: readonly string[] | null | undefined;
        /** Separators between the fields. */
        separators?: readonly string[] | null | undefined;
        /** Destinations instead of `settlement_to`. */
        destinations?: readonly string[] | null | undefined;
      }
    | null
    | undefined;
  /**
   * Most signatures that are tried, 100,000 by default. One whose key and text are longer than a kilobyte counts once
   * for each.
   */
  limit?: number | null | undefined;
}

/** Mistake that produces the observed hash, or two that do so together. */
export interface Cause {
  /** Stable name, such as `zone` or `hex`; two names joined by `+` for a pair of mistakes. */
  readonly mistake: string;
  /** Zone, field, pattern, separator or text of the mistake, if it has one; those of a pair are joined by ` + `. */
  readonly with?: string | undefined;
  /**
   * Setting of billwire that agrees with the mistake, such as `signingOffset: "+07:00"`, if there is one;
   * those of a pair are joined by `; `. Use it if the service confirms that its hash is the right one.
   */
  readonly setting?: string | undefined;
  /** Description of the mistake, and what to change if that does not go without saying. */
  readonly explanation: string;
}

/** Parts of a signature (interface section 5.3). It holds no secret. */
export interface Explanation {
  /** Six parts of the signing string, in order. */
  readonly parts: readonly {
    /** Name of the field. */
    readonly field: string;
    /** Text that the field adds. */
    readonly text: string;
  }[];
  /** Joined parts. */
  readonly signingString: string;
  /** Zone of the date's digits. */
  readonly signingOffset: string;
  /** Hash of the signing string. */
  readonly hash: string;
  /** Number of bills that have this signing string. */
  readonly parses: number;
  /** Result for the observed hash; null without one. */
  readonly observed: null | {
    /** Whether it is the right hash. */
    readonly matches: boolean;
    /** Whether white space or an invisible character (U+200B, U+FEFF) was removed around it. */
    readonly trimmed: boolean;
    /**
     * Result in one word. `matches`: it is the right hash. `explained`: known mistakes produce it.
     * `unexplained`: no known mistake does, so the key or the values differ. `not_a_hash`: it is not 88
     * characters of Base64.
     */
    readonly code: "matches" | "explained" | "unexplained" | "not_a_hash";
    /** Result in one sentence. */
    readonly explanation: string;
    /** Mistakes that produce it, each alone, the likeliest first. If none does: pairs of mistakes. */
    readonly causes: readonly Cause[];
    /** Number of signatures tried. The search ended early if it is `limit`. */
    readonly tried: number;
  };
}

/** Explains the signature of a bill, and names the mistakes that produce an observed hash. */
export function explainSignature(
  bill: SignedFields & Partial<Settlement>,
  options: ExplainOptions,
): Explanation;
