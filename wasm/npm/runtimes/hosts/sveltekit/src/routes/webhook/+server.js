import { webhook } from "billwire/web";
import { options } from "../../../../merchant.mjs";

const handle = webhook(options());

export const POST = ({ request }) => handle(request);
