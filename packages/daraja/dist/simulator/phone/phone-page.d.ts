import { type Html } from './document.ts';
import type { PhoneView } from './view.ts';
interface Setting {
    shop: string;
    shopUrl?: string;
    now: Date;
    /** Error message for the PIN that was just sent. */
    pinError?: string;
}
/** The page of one phone. Each part has a version; the script replaces parts whose version has changed (`assets/phone.js`). */
export declare function phonePage(view: PhoneView, setting: Setting): Html;
/** A version of the whole page, for 304 answers to polling. */
export declare function phoneVersion(view: PhoneView): string;
export {};
