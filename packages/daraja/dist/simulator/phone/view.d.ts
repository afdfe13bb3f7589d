import type { Inbox } from '../inbox.ts';
import { type Payouts } from '../payouts.ts';
import type { Prompts } from '../prompts.ts';
import type { Subscribers } from '../subscribers.ts';
/** The content of one phone: the open request, and the messages, newest first. */
export interface PhoneView {
    phone: string;
    open?: Request;
    messages: Message[];
    /** The newest message of M-PESA, shown on the screen. */
    latest: Message | undefined;
    told: number;
    lowBalance: boolean;
}
export interface Request {
    id: string;
    amount: string;
    reference: string;
    expiresAt: string;
}
export interface Message {
    /** The bold start of a confirmation: receipt and outcome. */
    lead?: string;
    text: string;
    at: string;
    /** M-PESA's confirmation or failure, or an SMS of another sender. */
    mood: 'paid' | 'failed' | 'sms';
}
export interface ViewParts {
    prompts: Prompts;
    payouts: Payouts;
    subscribers: Subscribers;
    inbox: Inbox;
    shop: string;
}
export declare function phoneView(phone: string, { prompts, payouts, subscribers, inbox, shop }: ViewParts): PhoneView;
/** Numbers that have had requests, money or messages, those with an open request first, then the latest; at most 20. */
export declare function recentNumbers({ prompts, payouts, inbox }: Pick<ViewParts, 'prompts' | 'payouts' | 'inbox'>): {
    phone: string;
    open: boolean;
}[];
