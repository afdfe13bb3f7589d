import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { Context } from '#core/context.ts'
import { tryMail, trySms } from '#features/settings/try-senders.ts'
import { MailFailure } from '#services/mail/mailer.ts'
import type { SmsAnswer } from '#services/sms/sms.ts'
import { entered } from '../../../test/accounts.ts'
import { contextOn, type TestContext } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'

const database = useDatabase({ isWalk: true })

/** An owner who asks, with these senders. */
async function asking(senders: Partial<Context['services']>): Promise<TestContext> {
  const { actor } = await entered(database, { isAdmin: true })
  const ctx = contextOn(database, { actor })
  return { ...ctx, services: { ...ctx.services, ...senders } }
}
const mailer = (send: () => Promise<'sent' | 'kept'>) => ({ mailer: { send, close: async () => {} } })
const failing = (message: string, code: string) => mailer(() => Promise.reject(new MailFailure(message, { isFinal: false, code })))
const sms = (answer: SmsAnswer) => ({ sms: { send: async () => answer } })

it.each([
  ['EAUTH 535', 'The mail server refused the user name or the password (535). Check both.'],
  ['EENVELOPE 550', expect.stringContaining('refused the sender or your address (550)')],
  ['EMESSAGE 554', expect.stringContaining('did not take the letter (554)')],
])('a test letter says in plain words what failed: %s', async (code, said) => {
  expect(await tryMail(await asking(failing('Odd', code)))).toEqual({ isSent: false, said })
})

it('a test letter says one thing of whatever did not answer as a mail server, so that it finds no open port', async () => {
  const said: string[] = []
  const owner = await asking({})
  for (const code of [
    'EDNS',
    'ESOCKET',
    'ECONNREFUSED',
    'ECONNECTION',
    'ETIMEDOUT',
    'ABORT_ERR',
    'ETLS',
    'EPROTOCOL 421',
    'ENOTPUBLIC',
    'EUNKNOWN',
  ]) {
    await database.db.execute(sql`delete from rate_limits`)
    said.push((await tryMail({ ...owner, services: { ...owner.services, ...failing(`connect ${code} 10.0.0.7:22`, code) } })).said)
    expect(owner.logged).toContainEqual(expect.objectContaining({ facts: { code } }))
  }
  expect([...new Set(said)]).toEqual([expect.stringContaining('The shop could not connect to the mail server.')])
})

it.each<[SmsAnswer, unknown]>([
  [{ outcome: 'later', code: 'http 401' }, 'The gateway refused the user name or the key. Check both.'],
  [{ outcome: 'later', code: 'InvalidSenderId' }, 'The gateway does not know this sender. It must be registered there first.'],
  [{ outcome: 'later', code: '405 InsufficientBalance' }, 'The account at the gateway is empty. Top it up there.'],
  [{ outcome: 'never', code: '403 InvalidPhoneNumber' }, expect.stringContaining('does not send to your phone')],
  [{ outcome: 'unknown', code: 'timeout' }, expect.stringContaining('did not say whether it sent the SMS')],
  [{ outcome: 'later', code: 'ECONNREFUSED' }, expect.stringContaining('Try again in a moment')],
])('a test SMS says in plain words what failed: %j', async (answer, said) => {
  expect(await trySms(await asking(sms(answer)))).toEqual({ isSent: false, said })
})

it('says what was sent and where nothing is set, and five times in ten minutes', async () => {
  expect((await tryMail(await asking(mailer(async () => 'sent')))).isSent).toBe(true)
  expect(await tryMail(await asking(mailer(async () => 'kept')))).toMatchObject({
    isSent: false,
    said: expect.stringContaining('No mail server is set'),
  })
  expect(await trySms(await asking({ sms: null }))).toMatchObject({ isSent: false, said: expect.stringContaining('No account for SMS') })
  const ctx = await asking(sms({ outcome: 'sent', id: null }))
  for (let times = 0; times < 5; times++)
    expect(await trySms(ctx)).toMatchObject({ isSent: true, said: expect.stringContaining('The gateway took an SMS') })
  await expect(trySms(ctx)).rejects.toMatchObject({ code: 'too_many' })
})
