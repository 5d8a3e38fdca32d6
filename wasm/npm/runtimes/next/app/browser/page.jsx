// Page that works in the browser.
"use client";

import { useEffect, useState } from "react";
import { answer } from "../../../work/answer.mjs";

export default function Page() {
  const [said, say] = useState("");
  useEffect(() => void answer().then((found) => say(JSON.stringify(found))), []);
  return <output>{said}</output>;
}
