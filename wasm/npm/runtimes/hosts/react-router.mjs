// A resource route of React Router, in the build that its plugin of Vite would make.
import { createServer } from "node:http";
import { createRequestListener } from "@react-router/node";
import { webhook } from "billwire/web";
import { listening } from "./listening.mjs";
import { options } from "./merchant.mjs";

const handle = webhook(options());
const route = { id: "webhook", path: "webhook", module: { action: ({ request }) => handle(request) } };
const build = {
  entry: { module: { default: () => new Response("no page", { status: 404 }) } },
  routes: { webhook: route },
  assets: { entry: { module: "", imports: [] }, routes: {}, url: "", version: "1" },
  basename: "/",
  publicPath: "/",
  assetsBuildDirectory: "",
  future: {},
  ssr: true,
  isSpaMode: false,
  prerender: [],
  routeDiscovery: { mode: "initial" },
};

export const serve = () => listening(createServer(createRequestListener({ build, mode: "production" })));
