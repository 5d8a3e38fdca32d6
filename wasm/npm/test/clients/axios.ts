import axios from "axios";
import type { Fetch } from "billwire/fetch";

const client = axios.create(); // an instance of its own, without interceptors that retry

export const byAxios: Fetch = async (url, { method, headers, body, signal }) => {
  const response = await client.request({
    url,
    method,
    headers,
    signal,
    ...(body !== undefined && { data: body }),
    maxRedirects: 0, // axios follows five by default
    responseType: "stream", // for the limit of the answer
    transformRequest: (data) => data, // axios parses and trims JSON text
    validateStatus: () => true, // billwire decodes every status
  });
  return { status: response.status, headers: new Headers(response.headers as never), body: response.data };
};
