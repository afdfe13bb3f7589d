import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { theShop } from '#core/context.ts'
import { nextTryAfter } from '#core/outbox.ts'
import { forgetMessages, getOutboxMail, listOutbox, queueMail, sendMails } from '#features/mail/message-queue.ts'
import { recoverPasswordEmail } from '#features/mail/templates/account-emails.ts'
import type { Mailer } from '#services/mail/mailer.ts'
import { createSmtpMailer } from '#services/mail/smtp-mailer.ts'
import { contextOn, later, rowsOf } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'
import { startMailServer } from '../../../test/mail-server.ts'

const database = useDatabase({ isWalk: true })
beforeEach(async () => {
  await database.db.execute(sql`delete from messages`)
})

const shop = { name: 'Viatu', origin: 'https://shop.example', phone: '+254 700 000 000', email: 'hello@viatu.example', location: 'Nairobi' }
const link = 'https://shop.example/auth?token=single-use'
const letter = () => recoverPasswordEmail({ shop, name: 'Wanjiku Kamau', link })
const queue = (to = `${randomUUID()}@example.com`) => queueMail(database, { to, userId: null, ...letter() }).then(() => to)

/** A process of the shop that sends through this server. */
function senderTo(url: string) {
  const mailer = createSmtpMailer(
    { url, from: { name: 'Viatu', address: shop.email }, replyTo: shop.email },
    { connect: 500, silence: 500, whole: 1000 },
  )
  onTestFinished(() => mailer.close())
  return contextOn(database, { actor: theShop, mailer })
}

interface MailRow extends Record<string, unknown> {
  id: string
  tries: number
  outcome: string | null
  sent_at: string | null
  given_up_at: string | null
  last_error: string | null
  html: string | null
  text: string | null
  /** Seconds until the next try, by the database's clock. */
  due_in: number | null
}
const mailsOf = () => rowsOf<MailRow>(database, sql`select *, extract(epoch from next_at - now())::float as due_in from messages order by created_at`)
const mail = async () => (await mailsOf())[0] as MailRow

describe('an e-mail that is written down', () => {
  it('goes out with both parts, once', async () => {
    const server = await startMailServer()
    const ctx = senderTo(server.url)
    const to = await queue()
    expect(await sendMails(ctx)).toBe(1)
    expect(await sendMails(later(ctx, '4 days'))).toBe(0)
    expect(server.taken).toHaveLength(1)
    const [email] = server.taken
    expect(email).toMatchObject({ envelopeTo: [to], subject: letter().subject, messageId: `<${(await mail()).id}@viatu.example>` })
    expect(email?.html).toContain(`href="${link}"`)
    expect(email?.text).toContain(link)
    expect(await mail()).toMatchObject({ tries: 1, outcome: 'smtp', due_in: null, given_up_at: null })
  })

  it('stays unwritten when what it tells did not happen', async () => {
    const work = database.db.transaction(async (tx) => {
      await queueMail({ db: tx }, { to: 'wanjiku@example.com', userId: null, ...letter() })
      throw new Error('refused')
    })
    await expect(work).rejects.toThrow('refused')
    expect(await mailsOf()).toEqual([])
  })

  it.each(['two@example.com, three@example.com', 'a@example.com\nBcc: b@example.com', 'Wanjiku <a@example.com>', ''])(
    'is for one plain address, not %j',
    async (to) => {
      await expect(queue(to)).rejects.toThrow('one plain address')
    },
  )

  it('goes out with a rush of others', async () => {
    const server = await startMailServer()
    const sent = await Promise.all(Array.from({ length: 23 }, () => queue()))
    expect(await sendMails(senderTo(server.url))).toBe(23)
    expect(server.taken.map(({ envelopeTo: [to] }) => to).sort()).toEqual(sent.sort())
  })
})

describe('an e-mail that does not get through', () => {
  it('waits while the server is down, and goes out when it is back', async () => {
    const server = await startMailServer()
    await server.stop()
    const ctx = senderTo(server.url)
    await queue()
    expect(await sendMails(ctx)).toBe(0)
    expect(await mail()).toMatchObject({ tries: 1, sent_at: null, given_up_at: null, due_in: expect.closeTo(10, -1) })
    expect(await sendMails(ctx), 'not yet').toBe(0)
    expect((await mail()).tries).toBe(1)
    const back = await startMailServer({ port: server.port })
    expect(await sendMails(later(ctx, '11 seconds'))).toBe(1)
    expect(back.taken).toHaveLength(1)
    expect(await mail()).toMatchObject({ tries: 2, outcome: 'smtp', last_error: null })
  })

  it('is tried again after a 4xx, with growing pauses, under the same id, for three days', async () => {
    const server = await startMailServer()
    server.always('rcpt', 451, 'greylisted')
    await queue()
    let ctx = senderTo(server.url)
    const { logged } = ctx
    let waited = 0
    for (let tries = 1; nextTryAfter(tries) !== null; tries++) {
      expect(await sendMails(ctx)).toBe(0)
      const pause = nextTryAfter(tries) as number
      waited += pause
      expect(await mail()).toMatchObject({ tries, given_up_at: null, last_error: expect.stringContaining('greylisted') })
      ctx = later(ctx, `${pause} seconds`)
    }
    expect(waited / 3600).toBeCloseTo(72, 0)
    expect(await sendMails(ctx)).toBe(0)
    expect(await mail()).toMatchObject({ due_in: null, outcome: null, given_up_at: expect.anything() })
    expect(logged.at(-1)).toMatchObject({ level: 'error', message: 'e-mail given up', facts: { code: 'EENVELOPE 451', tries: 26 } })
  })

  it('is given up at once when the server refuses its recipient, and the log does not say who that was', async () => {
    const server = await startMailServer()
    server.answer('rcpt', 550, 'no such user: wanjiku@example.com')
    const ctx = senderTo(server.url)
    await queue('wanjiku@example.com')
    await queue('achieng@example.com')
    await sendMails(ctx)
    expect(server.taken).toHaveLength(1)
    const [refused] = (await mailsOf()).filter(({ given_up_at }) => given_up_at)
    expect(refused).toMatchObject({ tries: 1, due_in: null, outcome: null, last_error: expect.stringContaining('550 no such user') })
    expect(ctx.logged.filter(({ level }) => level !== 'info')).toEqual([
      { level: 'error', message: 'e-mail given up', facts: { message: refused?.id, kind: 'recover-password', tries: 1, code: 'EENVELOPE 550' } },
    ])
    expect(JSON.stringify(ctx.logged)).not.toContain('@example.com')
    expect(await sendMails(later(ctx, '4 days'))).toBe(0)
  })

  it('does not hold up the next one when the server falls silent', async () => {
    const server = await startMailServer()
    server.answer('rcpt', 'silence')
    const ctx = senderTo(server.url)
    await queue()
    await queue()
    expect(await sendMails(ctx)).toBe(1)
    expect(await sendMails(later(ctx, '11 seconds'))).toBe(1)
    expect(server.taken).toHaveLength(2)
  })
})

describe('two processes', () => {
  it('send each e-mail once between them', async () => {
    const server = await startMailServer()
    const sent = await Promise.all(Array.from({ length: 30 }, () => queue()))
    const counts = await Promise.all([sendMails(senderTo(server.url)), sendMails(senderTo(server.url)), sendMails(senderTo(server.url))])
    expect(counts.reduce((sum, count) => sum + count)).toBe(30)
    expect(server.taken.map(({ envelopeTo: [to] }) => to).sort()).toEqual(sent.sort())
  })

  it('at worst repeat an e-mail under its id, when one is killed between sending and storing', async () => {
    const server = await startMailServer()
    const whole = senderTo(server.url)
    const killed: Mailer = {
      ...whole.services.mailer,
      send: async (each) => {
        await whole.services.mailer.send(each)
        throw new Error('killed')
      },
    }
    await queue()
    const dying = { ...whole, services: { ...whole.services, mailer: killed } }
    expect(await sendMails(dying)).toBe(0)
    expect(await sendMails(later(whole, '50 seconds')), 'while it might still be on its way').toBe(0)
    expect(await sendMails(later(whole, '61 seconds'))).toBe(1)
    expect(server.taken).toHaveLength(2)
    expect(new Set(server.taken.map(({ messageId }) => messageId)).size).toBe(1)
    expect(await sendMails(later(whole, '4 days'))).toBe(0)
  })

  it('do not repeat an e-mail that the slower one has sent while another had taken it over', async () => {
    await queue()
    const slow: Mailer = {
      ...contextOn(database).services.mailer,
      send: async () => {
        await database.db.execute(sql`update messages set tries = tries + 1`)
        return 'sent'
      },
    }
    await sendMails(contextOn(database, { actor: theShop, mailer: slow }))
    expect(await mail()).toMatchObject({ state: 'sent', outcome: 'smtp', due_in: null })
  })

  it('do not undo each other when one comes back late', async () => {
    const server = await startMailServer()
    const fast = senderTo(server.url)
    await queue()
    const slow: Mailer = {
      ...fast.services.mailer,
      send: async () => {
        expect(await sendMails(later(fast, '61 seconds'))).toBe(1)
        return 'sent'
      },
    }
    await sendMails({ ...fast, services: { ...fast.services, mailer: slow } })
    expect(await mail()).toMatchObject({ outcome: 'smtp', tries: 2 })
  })
})

describe('the outbox', () => {
  it('keeps e-mails for whoever runs the demo, newest first', async () => {
    const ctx = contextOn(database, { actor: theShop })
    const [first, second] = [await queue(), await queue()]
    expect(await listOutbox(ctx), 'before they are sent').toEqual([])
    expect(await sendMails(ctx)).toBe(2)
    const kept = await listOutbox(ctx)
    expect(kept.map(({ to, subject }) => [to, subject])).toEqual([second, first].map((to) => [to, letter().subject]))
    expect(await getOutboxMail(ctx, kept[0]?.id as string)).toMatchObject({ to: second, html: letter().html, text: letter().text })
  })

  it('shows nothing that a real server took', async () => {
    const server = await startMailServer()
    const ctx = senderTo(server.url)
    await queue()
    await sendMails(ctx)
    expect(await listOutbox(ctx)).toEqual([])
    await expect(getOutboxMail(ctx, (await mail()).id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(getOutboxMail(ctx, 'nothing')).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('what e-mails said', () => {
  it('is forgotten three days after they went out, and that they went out, after three months', async () => {
    const server = await startMailServer()
    const ctx = senderTo(server.url)
    await queue()
    await sendMails(ctx)
    await queue()
    expect(await forgetMessages(later(ctx, '2 days'))).toBe(0)
    expect(await forgetMessages(later(ctx, '73 hours'))).toBe(1)
    const [sent, waiting] = await mailsOf()
    expect(sent).toMatchObject({ html: null, text: null, outcome: 'smtp' })
    expect(waiting?.html, 'still to go out').toBe(letter().html)
    expect(await forgetMessages(later(ctx, '91 days'))).toBe(1)
    expect((await mailsOf()).map(({ id }) => id)).toEqual([waiting?.id])
  })

  it('is forgotten of those that were given up, and stays in the outbox', async () => {
    const server = await startMailServer()
    server.answer('rcpt', 550)
    const ctx = senderTo(server.url)
    await queue()
    await sendMails(ctx)
    await queue()
    await sendMails(contextOn(database, { actor: theShop }))
    expect(await forgetMessages(later(ctx, '73 hours'))).toBe(1)
    expect((await mailsOf()).map(({ html, last_error }) => [html === null, last_error])).toEqual([
      [true, null],
      [false, null],
    ])
  })
})
