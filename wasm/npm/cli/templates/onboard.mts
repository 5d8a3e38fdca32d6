// Onboards a shop, and asks whether it has linked its account: node --env-file=billwire/.env
// billwire/onboard.mjs SHOP-1
import { close } from "./database.mjs";
import { askForLink, findShop, onboard } from "./shops.mjs";

const code = process.argv[2] ?? "SHOP-1";
await onboard({
  supplier_sync_code: code,
  name: process.argv[3] ?? "Angkor Fresh Market",
  bank_id: "BANK-1", // of Get Available Banks
  return_url: "https://shop.example/linked",
});
const shop = await findShop(code);
if (shop?.state === "onboarding")
  console.log(`${code}: the answer was lost. Ask the service whether it is onboarded.`);
else if (await askForLink(code)) console.log(`${code} is linked: bills can be settled to it`);
else
  console.log(
    `${code} is onboarded. It links its account at ${shop?.link ?? "(no address)"}; then run this again.`,
  );
await close();
