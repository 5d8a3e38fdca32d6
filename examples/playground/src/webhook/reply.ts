// The endpoint's answer: the acknowledgement, or the error's response.
import { type Child, h } from "../dom.ts";
import { say } from "../texts/language.ts";
import { webhook as t } from "../texts/webhook.ts";
import { responseText, wireText } from "../ui/http.ts";
import { card } from "../ui/parts.ts";
import { received } from "./state.ts";

export function replyCard(): HTMLElement {
  return card("reply", () => say(t.reply), answer);
}

function answer(): Child {
  const reply = received.value.done ? received.value.value.acknowledge() : received.value.error.response;
  if (reply === undefined) return h("p", {}, say(t.noReply));
  return [wireText(responseText(reply)), received.value.done && h("p", { class: "hint" }, say(t.replyHint))];
}
