import { join } from "node:path";
import type { NextConfig } from "next";

const config: NextConfig = {
  // The recipes' modules are one folder above this one.
  turbopack: { root: join(import.meta.dirname, "..") },
  outputFileTracingRoot: join(import.meta.dirname, ".."),
  typescript: { ignoreBuildErrors: true }, // all recipes are type-checked together
};

export default config;
