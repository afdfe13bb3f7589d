import { Hono } from 'hono';
import type { Book } from './book.ts';
import type { Faults } from './faults.ts';
import type { Inbox } from './inbox.ts';
import { type WireContext } from './replies.ts';
/** The gateway account that may send. */
export interface SmsAccount {
    username: string;
    apiKey: string;
    senderId: string;
}
interface Parts {
    account: SmsAccount;
    faults: Faults;
    inbox: Inbox;
    book: Book;
    now: () => Date;
}
/** Africa's Talking's API for SMS, with one recipient per message, as the shop sends them. */
export declare function createSmsWire({ account, faults, inbox, book, now }: Parts): Hono<{
    Bindings: WireContext['env'];
}, import("hono/types").BlankSchema, "/">;
export {};
