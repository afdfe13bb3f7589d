import type { Keys } from './keys.ts'

/** Who may pay out, and M-Pesa's patience with whoever claims to be that (daraja §5). */
export interface Initiator {
  /** The ResultCode that settles a request at once: 2001 for a wrong name, password or certificate, 8006 once it is locked. */
  judge(name: string, credential: string): Promise<'2001' | '8006' | undefined>
  unlock(): void
}

/** This many wrong ones in a row lock the initiator. */
export const triesBeforeLock = 3

export function createInitiator({ initiatorName, initiatorPassword }: { initiatorName: string; initiatorPassword: string }, keys: Keys): Initiator {
  let wrong = 0
  return {
    judge: async (name, credential) => {
      const isRight = name === initiatorName && (await keys.unseal(credential)) === initiatorPassword
      if (wrong >= triesBeforeLock) return '8006'
      wrong = isRight ? 0 : wrong + 1
      return isRight ? undefined : '2001'
    },
    unlock: () => {
      wrong = 0
    },
  }
}
