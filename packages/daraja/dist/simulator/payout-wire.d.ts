import { Hono } from 'hono';
import type { Disbursements } from './disbursements.ts';
import type { Faults } from './faults.ts';
import type { Inquiries } from './inquiries.ts';
import { type WireContext } from './replies.ts';
import type { Tokens } from './tokens.ts';
interface Parts {
    /** Shortcodes of the payout account, and of the account that customers pay to. */
    shortcode: string;
    shopShortcode: string;
    tokens: Tokens;
    faults: Faults;
    disbursements: Disbursements;
    inquiries: Inquiries;
}
/** Safaricom's side of payouts: paths, envelopes and texts of daraja §5 and §6. */
export declare function createPayoutWire({ shortcode, shopShortcode, tokens, faults, disbursements, inquiries }: Parts): Hono<{
    Bindings: WireContext['env'];
}, import("hono/types").BlankSchema, "/">;
export {};
