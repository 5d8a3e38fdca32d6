// Bundles an app by Metro with React Native's settings, and runs the bundle: the package has to refuse in words.
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { runInNewContext } from "node:vm";
import { getDefaultConfig, mergeConfig } from "@react-native/metro-config";
import Metro from "metro";

const SENTENCE = /billwire does not run in React Native, whose engine has no WebAssembly\./;
const require = createRequire(import.meta.url);
const root = fileURLToPath(new URL("..", import.meta.url)).replace(/[\\/]$/, "");

for (const entry of ["react-native/index.js", "react-native/testing.js"]) {
  for (const unstable_enablePackageExports of [true, false])
    await check(entry, unstable_enablePackageExports);
}

async function check(entry, unstable_enablePackageExports) {
  const out = fileURLToPath(new URL(`../build/${entry}`, import.meta.url));
  const config = mergeConfig(getDefaultConfig(root), {
    watchFolders: [root],
    // React Native itself, which takes 100 MB, is not installed.
    serializer: { getModulesRunBeforeMainModule: () => [], getPolyfills: () => [] },
    transformer: { babelTransformerPath: require.resolve("@react-native/metro-babel-transformer") },
    resolver: { unstable_enablePackageExports },
    reporter: { update: () => {} },
    resetCache: true,
    maxWorkers: 1,
  });
  mkdirSync(dirname(out), { recursive: true });
  await Metro.runBuild(config, { entry, out, platform: "android", minify: false, dev: false });
  const error = errorOf(readFileSync(out, "utf8"));
  if (!SENTENCE.test(error?.message ?? ""))
    throw new Error(`${entry} does not say why it cannot run`, { cause: error });
  console.error(`${entry}: ${error.message}`);
}

function errorOf(script) {
  try {
    runInNewContext(script, {});
  } catch (error) {
    return error;
  }
  return undefined;
}
