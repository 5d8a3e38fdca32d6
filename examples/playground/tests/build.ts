// Builds the page as published.
import { fileURLToPath } from "node:url";
import { build } from "vite";

export default async function setup(): Promise<void> {
  await build({ root: fileURLToPath(new URL("..", import.meta.url)), logLevel: "warn", mode: "production" });
}
