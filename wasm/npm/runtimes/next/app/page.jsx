// A page that is made on the server, anew for each request.
import { connection } from "next/server";
import { answer } from "../../work/answer.mjs";

export default async function Page() {
  await connection();
  return <output>{JSON.stringify(await answer())}</output>;
}
