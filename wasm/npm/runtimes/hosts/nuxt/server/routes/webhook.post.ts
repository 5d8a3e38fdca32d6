import { webhook } from "billwire/express";
import { options } from "../../../merchant.mjs";

const handle = webhook(options());

export default defineEventHandler(({ node: { req, res } }) => handle(req, res));
