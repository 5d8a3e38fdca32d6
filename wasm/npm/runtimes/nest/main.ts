// An application of NestJS, compiled to CommonJS as its command line does. Prints the answer of its route.
import "reflect-metadata";
import { Controller, Get, Inject, Module } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import * as billwire from "billwire";
import { Biller } from "billwire";
import { explainSignature } from "billwire/explain";
import { send } from "billwire/fetch";
import { Simulator } from "billwire/testing";

const { work } = require("../work.cjs");
const cases = require("../cases.json");

@Controller()
class WorkController {
  constructor(@Inject(Biller) private readonly biller: Biller) {}

  @Get("work")
  answer(): Promise<unknown> {
    if (!(this.biller instanceof billwire.Biller)) throw new Error("the container made another Biller");
    return work({ ...billwire, Simulator, explainSignature, send }, cases);
  }
}

const biller = {
  provide: Biller,
  useFactory: () => new Biller({ baseUrl: "https://service.example", bearer: "test-bearer" }),
};

@Module({ controllers: [WorkController], providers: [biller] })
class AppModule {}

async function main(): Promise<void> {
  const app = await NestFactory.create(AppModule, { logger: ["error"] });
  await app.listen(0, "127.0.0.1");
  const response = await fetch(`${await app.getUrl()}/work`);
  console.log(await response.text());
  await app.close();
}

void main();
