import type { BookEntry, EntryOf } from './book.ts';
/** An SMS on a phone. */
export type TextMessage = Omit<EntryOf<'sms'>, 'kind'>;
/** The SMS in memory, built only from the book's entries. */
export interface Inbox {
    apply(entry: BookEntry): void;
    /** Oldest first. */
    list(phone?: string): TextMessage[];
}
export declare function readInbox(entries: BookEntry[]): Inbox;
