// An event of AWS Lambda behind a function URL, and the answer of the function.
const CONTEXT = {
  awsRequestId: "1",
  getRemainingTimeInMillis: () => 10_000,
  callbackWaitsForEmptyEventLoop: false,
};

/** Delivers to the handler of a function. A body that is no text comes in base64. */
export const invoking =
  (handler) =>
  async ({ method, headers, body }) => {
    const isBase64Encoded = headers["Content-Encoding"] !== undefined;
    const http = {
      method,
      path: "/webhook",
      protocol: "HTTP/1.1",
      sourceIp: "192.0.2.1",
      userAgent: "service",
    };
    const event = {
      version: "2.0",
      routeKey: "$default",
      rawPath: "/webhook",
      rawQueryString: "",
      headers: { host: "merchant.example", "content-length": String(body.length), ...lowerCase(headers) },
      requestContext: {
        accountId: "1",
        apiId: "1",
        domainName: "merchant.example",
        http,
        requestId: "1",
        routeKey: "$default",
        stage: "$default",
      },
      body: body.toString(isBase64Encoded ? "base64" : "utf8"),
      isBase64Encoded,
    };
    const { statusCode } = await handler(event, CONTEXT);
    return { status: statusCode };
  };

const lowerCase = (headers) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
