import { Hono } from 'hono';
import type { Courier } from './courier.ts';
import type { Faults } from './faults.ts';
import type { Payments } from './payments.ts';
import { type Prompts } from './prompts.ts';
import { type WireContext } from './replies.ts';
import { type Tokens } from './tokens.ts';
interface Parts {
    shop: {
        name: string;
        consumerKey: string;
        consumerSecret: string;
        shortcode: string;
        passkey: string;
    };
    tokens: Tokens;
    faults: Faults;
    prompts: Prompts;
    payments: Payments;
    courier: Courier;
}
/** The Daraja API for STK: paths, envelopes and texts of daraja §1 to §3. */
export declare function createWire({ shop, tokens, faults, prompts, payments, courier }: Parts): Hono<{
    Bindings: WireContext['env'];
}, import("hono/types").BlankSchema, "/">;
export {};
