/** Consecutive failures that lock the initiator. */
export const triesBeforeLock = 3;
export function createInitiator({ initiatorName, initiatorPassword }, keys) {
    let wrong = 0;
    return {
        judge: async (name, credential) => {
            const isRight = name === initiatorName && (await keys.unseal(credential)) === initiatorPassword;
            if (wrong >= triesBeforeLock)
                return '8006';
            wrong = isRight ? 0 : wrong + 1;
            return isRight ? undefined : '2001';
        },
        unlock: () => {
            wrong = 0;
        },
    };
}
