import type { Keys } from './keys.ts';
/** The initiator that may pay out, and its lock after failed attempts (daraja §5). */
export interface Initiator {
    /** The ResultCode of a refused request: 2001 for a wrong name, password or certificate, 8006 once it is locked; undefined when accepted. */
    judge(name: string, credential: string): Promise<'2001' | '8006' | undefined>;
    unlock(): void;
}
/** Consecutive failures that lock the initiator. */
export declare const triesBeforeLock = 3;
export declare function createInitiator({ initiatorName, initiatorPassword }: {
    initiatorName: string;
    initiatorPassword: string;
}, keys: Keys): Initiator;
