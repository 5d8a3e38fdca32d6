// Page that is rendered on the server for each request.
import { connection } from "next/server";
import { answer } from "../../work/answer.mjs";

export default async function Page() {
  await connection();
  return <output>{JSON.stringify(await answer())}</output>;
}
