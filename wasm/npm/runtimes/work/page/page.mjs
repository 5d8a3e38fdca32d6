// For browsers: the page shows the result.
import { answer } from "../answer.mjs";

answer().then((said) => {
  document.querySelector("output").textContent = JSON.stringify(said);
});
