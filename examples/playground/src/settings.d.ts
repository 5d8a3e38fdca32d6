declare module "virtual:settings" {
  import type { Member } from "../build/declarations.ts";

  const settings: readonly Member[];
  export default settings;
}
