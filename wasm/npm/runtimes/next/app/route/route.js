// Route handler.
import { answer } from "../../../work/answer.mjs";

export async function POST() {
  return Response.json(await answer());
}
