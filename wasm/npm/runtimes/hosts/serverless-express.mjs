import serverlessExpress from "@codegenie/serverless-express";
import { webhook } from "billwire/express";
import express from "express";
import { invoking } from "./lambda.mjs";
import { options } from "./merchant.mjs";

export const deliver = invoking(serverlessExpress({ app: express().post("/webhook", webhook(options())) }));
