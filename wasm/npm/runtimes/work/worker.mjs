// For workerd.
import { answer } from "./answer.mjs";

export default {
  async fetch() {
    return Response.json(await answer());
  },
};
