// API route of the Pages Router.
import { webhook } from "billwire/express";
import { options } from "../../../hosts/merchant.mjs";

export const config = { api: { bodyParser: false } };

let handle; // made by the first request: Next's build has no settings

export default (request, response) => (handle ??= webhook(options()))(request, response);
