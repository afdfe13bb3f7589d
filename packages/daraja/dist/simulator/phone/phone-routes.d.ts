import { Hono } from 'hono';
import { type ViewParts } from './view.ts';
interface Parts extends ViewParts {
    shopUrl?: string;
    now: () => Date;
}
/** The phone pages. Every form works without script. */
export declare function createPhoneRoutes({ prompts, payouts, subscribers, inbox, shop, shopUrl, now }: Parts): Hono<import("hono/types").BlankEnv, import("hono/types").BlankSchema, "/">;
export {};
