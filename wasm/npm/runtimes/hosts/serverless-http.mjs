// serverless-http with the framework of the argument.
import { webhook } from "billwire/express";
import express from "express";
import Koa from "koa";
import serverless from "serverless-http";
import { invoking } from "./lambda.mjs";
import { options } from "./merchant.mjs";

const handle = webhook(options());
const APPS = {
  Express: () => express().post("/webhook", handle),
  Koa: () => new Koa().use(({ req, res }) => handle(req, res)),
};

export const deliver = invoking(serverless(APPS[process.argv[3]]()));
