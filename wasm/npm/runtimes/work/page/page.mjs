// For browsers: the page says what came of it.
import { answer } from "../answer.mjs";

answer().then((said) => {
  document.querySelector("output").textContent = JSON.stringify(said);
});
