// Meaning of an endpoint's answer to a test webhook.

/** Statuses that say that the request did not reach the program that reads webhooks. */
const NO_ENDPOINT = {
  404: "no route at this address. If it is your answer to an unknown bill, send 409",
  405: "the route takes no POST",
  408: "your endpoint did not read the body in time",
  413: "your endpoint takes no body of this size",
  415: "your endpoint takes no Content-Type: application/json",
};
const ANOTHER_TOKEN = "your endpoint expects another token: pass --token, or set BILLWIRE_WEBHOOK_TOKEN";
const FAILED = "your endpoint failed: look at its log";

/** Whether the answer is right, and what it means. `isReal` is set for a transaction that the service has. */
export function verdictOf({ status, body }, { refusal, testCase, payload, isReal }) {
  if (status >= 300 && status <= 399)
    return wrong("a redirect, which the service does not follow: give the final address");
  if (NO_ENDPOINT[status] !== undefined) return wrong(NO_ENDPOINT[status]);
  if (testCase === "fail")
    return status >= 400
      ? right("failed, as the test case selects")
      : wrong("the test case selects a failure");
  if (refusal !== undefined) return ofRefusal(status, refusal);
  if (status === 401 || status === 403) return wrong(ANOTHER_TOKEN);
  if (status === 400) return wrong("your endpoint cannot read a valid webhook");
  if (status === 503) return right("not confirmed, so nothing is credited; the service sends it again");
  if (status >= 500) return wrong(FAILED);
  if (status >= 400)
    return isReal
      ? wrong("not credited: the service's answer or another payment contradicts the webhook")
      : right("not credited: the service has no such payment");
  if (status !== 200 || !acknowledges(body))
    return wrong("not acknowledged: send HTTP 200 with the texts `status` and `message`");
  if (testCase === "success") return right("acknowledged, as the test case selects");
  if (isReal) return right("acknowledged: the payment is credited");
  if (["pending", "failed"].includes(payload?.status))
    return right("acknowledged: there is nothing to credit");
  return wrong(
    "acknowledged, although the service has no such payment: confirm each webhook before you credit it and reply",
  );
}

/** An endpoint has to refuse these before it looks for a bill. */
function ofRefusal(status, refusal) {
  if (status === refusal) return right("refused, as it must be");
  if (status < 400) return wrong("accepted, although it must be refused");
  if (status >= 500) return wrong(FAILED);
  if (status === 401) return wrong(ANOTHER_TOKEN);
  return right(`refused; ${refusal} is the usual status`);
}

function acknowledges(body) {
  try {
    const { status, message } = JSON.parse(body);
    return typeof status === "string" && typeof message === "string";
  } catch {
    return false;
  }
}

const right = (meaning) => ({ isExpected: true, meaning });
const wrong = (meaning) => ({ isExpected: false, meaning });
