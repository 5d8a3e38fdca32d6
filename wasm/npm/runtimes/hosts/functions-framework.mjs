// Google's functions framework, which parses every body before the function and keeps its bytes.
import { http } from "@google-cloud/functions-framework";
import { getTestServer } from "@google-cloud/functions-framework/testing";
import { webhook } from "billwire/express";
import { listening } from "./listening.mjs";
import { options } from "./merchant.mjs";

http("webhook", webhook(options()));

export const serve = () => listening(getTestServer("webhook"));
