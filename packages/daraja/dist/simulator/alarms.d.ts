/** Timers that are cleared together when the simulator stops. A job that fails ends the process, because the book may be incomplete. */
export interface Alarms {
    after(ms: number, job: () => unknown): void;
    clear(): void;
}
export declare function createAlarms(): Alarms;
