import { randomBytes } from 'node:crypto';
import { WireError } from './wire-errors.js';
const lifeMs = 3600_000;
export function createTokens(now) {
    let present;
    return {
        issue: ({ worthless = false } = {}) => {
            const token = randomBytes(32).toString('base64').replace(/[+/=]/g, '').slice(0, 28).padEnd(28, '0');
            present = worthless ? undefined : { token, until: now().getTime() + lifeMs };
            return token;
        },
        check: (authorization) => {
            const isGood = present && authorization === `Bearer ${present.token}` && now().getTime() < present.until;
            if (!isGood)
                throw new WireError('invalidToken');
        },
        revoke: () => {
            present = undefined;
        },
    };
}
/** Checks `Basic base64(key:secret)` and the grant type of a token request. */
export function checkTokenRequest(authorization, grantType, shop) {
    const expected = Buffer.from(`${shop.consumerKey}:${shop.consumerSecret}`).toString('base64');
    if (authorization !== `Basic ${expected}`)
        throw new WireError('wrongAuthType');
    if (grantType !== 'client_credentials')
        throw new WireError('wrongGrantType');
}
