// Builds the page as published, and serves its files.
import { fileURLToPath } from "node:url";
import { build, preview } from "vite";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  export interface ProvidedContext {
    /** The address of the built page. */
    site: string;
  }
}

const root = fileURLToPath(new URL("../..", import.meta.url));

export default async function serve(project: TestProject): Promise<() => Promise<void>> {
  await build({ root, logLevel: "warn", mode: "production" });
  const server = await preview({ root, logLevel: "warn", preview: { host: "127.0.0.1", port: 0, strictPort: false } });
  const [site] = server.resolvedUrls?.local ?? [];
  if (site === undefined) throw new Error("the preview server has no address");
  project.provide("site", site);
  return () => server.close();
}
