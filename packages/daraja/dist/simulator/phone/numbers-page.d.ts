import { type Html } from './document.ts';
interface Setting {
    shop: string;
    shopUrl?: string;
    /** The typed text, if it was no valid number. */
    wrong?: string;
}
/** The page to choose a phone: by typing any number, or from those used before. */
export declare function numbersPage(numbers: {
    phone: string;
    open: boolean;
}[], { shop, shopUrl, wrong }: Setting): Html;
export {};
