import { describe, expect, it } from 'vitest'
import { backupCodeAlphabet } from '#domain/account.ts'
import { makeBackupCodes } from '#features/people/better-auth.ts'
import { beginSecondFactor, confirmSecondFactor, passSecondFactor } from '#features/people/change-second-factor.ts'
import { signIn } from '#features/people/sign-in.ts'
import { device, entered, goodPassword, postOf, refusalOf } from '../../../test/accounts.ts'
import { as, contextOn } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'
import { codeOf } from '../../../test/totp.ts'

const database = useDatabase({ isWalk: true })
const ctx = () => contextOn(database)

describe('codes on paper', () => {
  it('are ten, all different, in groups of signs that do not look alike', () => {
    const codes = makeBackupCodes()
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(new RegExp(`^[${backupCodeAlphabet}]{4}(-[${backupCodeAlphabet}]{4}){2}$`))
  })

  it('let in however they are typed, each once', async () => {
    const who = await entered(database, { isAdmin: true })
    const { uri, backup_codes } = await beginSecondFactor(as(ctx(), who.actor), { password: goodPassword }, device)
    await confirmSecondFactor(as(ctx(), who.actor), { code: codeOf(uri) }, device)
    const pass = async (code: string) => {
      const answer = await signIn(ctx(), { email: who.email, password: goodPassword }, device)
      return refusalOf(passSecondFactor(ctx(), { challenge: 'challenge' in answer ? answer.challenge : '', code }, device))
    }
    const [first, second, third] = backup_codes as [string, string, string]
    expect(await pass(first.toLowerCase())).toBe('not refused')
    expect(await pass(first)).toBe('wrong_code')
    expect(await pass(` ${second.replaceAll('-', ' ')} `)).toBe('not refused')
    expect(await pass(third.replaceAll('-', '').toLowerCase())).toBe('not refused')
  })

  it('turn nothing on: only the app does, and no code is used up by trying', async () => {
    const who = await entered(database, { isAdmin: true })
    const { uri, backup_codes } = await beginSecondFactor(as(ctx(), who.actor), { password: goodPassword }, device)
    const confirm = (code: string) => refusalOf(confirmSecondFactor(as(ctx(), who.actor), { code }, device))
    expect(await confirm(backup_codes[0] as string)).toBe('bad_input')
    expect(await postOf(database, who.email)).not.toContainEqual(expect.objectContaining({ kind: 'second-factor-changed' }))
    expect(await confirm(codeOf(uri))).toBe('not refused')
    const answer = await signIn(ctx(), { email: who.email, password: goodPassword }, device)
    const challenge = 'challenge' in answer ? answer.challenge : ''
    expect(await refusalOf(passSecondFactor(ctx(), { challenge, code: backup_codes[0] as string }, device))).toBe('not refused')
  })
})
