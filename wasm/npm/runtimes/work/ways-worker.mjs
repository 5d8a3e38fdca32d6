// For workerd: the ways are the body.
import { tryAll } from "./ways.mjs";

export default {
  async fetch(request) {
    return Response.json(await tryAll(await request.json()));
  },
};
