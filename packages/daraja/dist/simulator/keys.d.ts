import { type KeyObject } from 'node:crypto';
/** M-Pesa's key pair: the shop encrypts its initiator's password with the certificate, and only the simulator can decrypt it (daraja §5). */
export interface Keys {
    /** PEM. */
    certificate(): Promise<string>;
    /** The password of a SecurityCredential; null when it was encrypted with another certificate or padding. */
    unseal(credential: string): Promise<string | null>;
}
/** Keys that are generated on first use and stored in a file, so that a shop's certificate stays valid across restarts. */
export declare function openKeys(path: string, now: () => Date): Keys;
/** A self-signed X.509 certificate (version 1, ten years) in PEM, like the one that Safaricom publishes. */
export declare function selfSigned(privateKey: KeyObject, commonName: string, from: Date): string;
