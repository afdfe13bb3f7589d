import { html } from 'hono/html';
export type Html = ReturnType<typeof html>;
interface Page {
    title: string;
    shop: string;
    shopUrl?: string;
    /** Links of the header, before the link back to the shop. */
    links?: Html;
    main: Html;
}
/** The layout of every phone page, with the notice that no real money moves. */
export declare function phoneDocument({ title, shop, shopUrl, links, main }: Page): Html;
export {};
