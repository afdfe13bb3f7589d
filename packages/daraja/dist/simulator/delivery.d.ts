/** Posts callbacks to the shop, each once, without retries whatever the shop answers (daraja §4). */
export interface Delivery {
    post(url: string, shortcode: string, body: string): Promise<{
        outcome: 'answered' | 'unanswered';
        status?: number;
    }>;
    /** Tracks a job until it ends. A job that fails ends the process, because the book may be incomplete. */
    follow(job: Promise<void>): void;
    /** Resolves early when the simulator stops; check `isStopping` afterwards. */
    pause(ms: number): Promise<void>;
    isStopping(): boolean;
    /** Resolves when no job is running. */
    settled(): Promise<void>;
    stop(): Promise<void>;
}
export declare function createDelivery(timeoutMs: number): Delivery;
