/** Exit code of a simulator whose book is used by another process. */
export declare const bookInUse = 3;
export declare class BookInUse extends Error {
    constructor(path: string);
}
/**
 * Makes this process the only writer of a file until `release`. The lock is a local socket, which the system closes even after a kill.
 * Waits `timeoutMs` for a process that is just stopping, then throws `BookInUse`.
 */
export declare function becomeSoleWriter(path: string, timeoutMs: number): Promise<{
    release(): Promise<void>;
}>;
