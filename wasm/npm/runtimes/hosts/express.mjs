import { createServer } from "node:http";
import { webhook } from "billwire/express";
import express from "express";
import { listening } from "./listening.mjs";
import { options } from "./merchant.mjs";

export const serve = () => listening(createServer(express().post("/webhook", webhook(options()))));
