import { type Control } from './control.ts';
import { type SmsAccount } from './sms-wire.ts';
export interface SimulatorOptions {
    /** The JSONL file of the book; created when missing. */
    bookPath: string;
    consumerKey: string;
    consumerSecret: string;
    shortcode: string;
    passkey: string;
    /** The payout account and its initiator; missing values are generated. */
    payouts?: Partial<PayoutAccount>;
    /** The SMS account; generated when missing. */
    sms?: SmsAccount;
    /** The payee's name on the phone; shown in capitals. */
    shopName?: string;
    /** Target of "Back to the shop"; no link without it. */
    shopUrl?: string;
    host?: string;
    /** Which requests may use the control and the phones; the API checks credentials instead. */
    access?: Access;
    /** 0 takes any free port. */
    port?: number;
    /** Milliseconds until a prompt without an answer ends with 1037. */
    promptLifeMs?: number;
    /** Milliseconds after a success in which the same amount from the same phone ends with 17; 0 turns it off. */
    ruleWindowMs?: number;
    /** Timeout of a callback. */
    callbackTimeoutMs?: number;
    now?: () => Date;
    /** Random numbers from 0 to 1, for faults with a chance. */
    random?: () => number;
}
export interface PayoutAccount {
    shortcode: string;
    initiatorName: string;
    initiatorPassword: string;
    /** Balance of a new book, in whole KSh. */
    openingFunds: number;
}
export interface Simulator {
    url: string;
    control: Control;
    /** Stops timers, connections and pending callbacks, and closes the book. */
    stop(): Promise<void>;
}
/** Starts the simulated Daraja API with its book, control and phones. */
export declare function startSimulator(options: SimulatorOptions): Promise<Simulator>;
/** Which requests may use the control and the phones: those from this machine, all, or none. */
type Access = 'local' | 'open' | 'closed';
/**
 * Whether a request may use the control and the phones. The socket's address alone does not prove that it was made on this machine: a proxy here, or
 * another site whose host name resolves to loopback (DNS rebinding), connects from loopback as well.
 */
export declare function mayUse(access: Access, socketAddress: string | undefined, headers: Headers): boolean;
/** The URL of a server that listens on `host`, from the same machine; `0.0.0.0` and `::` become loopback. */
export declare function originOf(host: string, port: number): string;
export {};
