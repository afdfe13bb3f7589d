import { createServer } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Mailer, MailFailure, OutgoingMail } from '#services/mail/mailer.ts'
import { createSmtpMailer, type SmtpSettings } from '#services/mail/smtp-mailer.ts'
import { expectKnownCertificate, startMailServer } from '../../../test/mail-server.ts'

const letter: OutgoingMail = {
  id: '8f14e45f-ceea-467f-a0e6-1f4f8c0a9d11',
  to: 'wanjiku@example.com',
  subject: 'Habari – set a new password',
  html: '<p>Hello <b>Wanjiku</b></p>',
  text: 'Hello Wanjiku\n.\nhttp://127.0.0.1:3000/auth?token=abc',
}
/** Short, and long enough for a busy machine. */
const quick = { connect: 500, silence: 500, whole: 1_500 }

function mailerFor(url: string, patience = quick, onlyPublic?: SmtpSettings['onlyPublic']): Mailer {
  const from = { name: 'Viatu "Shoes", <Nairobi>', address: 'letters@viatu.example' }
  const mailer = createSmtpMailer({ url, from, replyTo: 'hello@viatu.example', onlyPublic }, patience)
  onTestFinished(() => mailer.close())
  return mailer
}
const failing = (mailer: Mailer, changes: Partial<OutgoingMail> = {}): Promise<MailFailure> =>
  mailer.send({ ...letter, ...changes }).then(
    () => Promise.reject(new Error('it was sent')),
    (error) => error,
  )

describe('a letter over SMTP', () => {
  it('arrives with both parts, from the shop, under an id of its own', async () => {
    const server = await startMailServer()
    expect(await mailerFor(server.url).send(letter)).toBe('sent')
    const [email] = server.taken
    expect(email).toMatchObject({
      envelopeTo: ['wanjiku@example.com'],
      from: { name: 'Viatu "Shoes", <Nairobi>', address: 'letters@viatu.example' },
      to: [{ address: 'wanjiku@example.com' }],
      replyTo: [{ address: 'hello@viatu.example' }],
      messageId: '<8f14e45f-ceea-467f-a0e6-1f4f8c0a9d11@viatu.example>',
      subject: letter.subject,
      attachments: [],
    })
    expect(email?.html?.trim()).toBe(letter.html)
    expect(email?.text?.trim()).toBe(letter.text)
    expect(email?.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }))
  })

  it('shares its connection with the next one', async () => {
    let connections = 0
    const server = await startMailServer({ onConnect: (_session, next) => [connections++, next()] })
    const mailer = mailerFor(server.url)
    for (const id of ['one', 'two', 'three']) await mailer.send({ ...letter, id })
    expect([server.taken.length, connections]).toEqual([3, 1])
  })

  it.each([
    ['to', 'wanjiku@example.com\r\nBcc: all@example.com'],
    ['to', 'wanjiku@example.com, mallory@example.com'],
    ['to', 'Wanjiku <wanjiku@example.com>'],
    ['to', ''],
    ['subject', 'Hello\r\nBcc: mallory@example.com'],
  ])('with more than one line or address in its %s goes nowhere', async (field, value) => {
    const server = await startMailServer()
    expect(await failing(mailerFor(server.url), { [field]: value })).toMatchObject({ code: 'EINJECTION', isFinal: true })
    expect(server.taken).toEqual([])
  })
})

describe('a letter that fails', () => {
  it.each([
    ['rcpt', 550, true],
    ['rcpt', 551, true],
    ['rcpt', 450, false],
    ['rcpt', 421, false],
    ['data', 554, true],
    ['data', 452, false],
    ['data', 503, false],
    ['mail', 451, false],
    // The server refuses our own name or sender: the letter can be sent when the settings are corrected.
    ['mail', 553, false],
  ] as const)('at %s with %i is final: %s', async (step, code, isFinal) => {
    const server = await startMailServer()
    server.answer(step, code)
    const mailer = mailerFor(server.url)
    const failure = await failing(mailer)
    expect([failure.name, failure.isFinal, failure.code]).toEqual(['MailFailure', isFinal, expect.stringContaining(String(code))])
    expect(await mailer.send(letter), 'the next one').toBe('sent')
  })

  it('because nobody listens may go out later', async () => {
    const server = await startMailServer()
    await server.stop()
    expect(await failing(mailerFor(server.url))).toMatchObject({ isFinal: false })
  })

  it('because the password is wrong may go out later', async () => {
    const server = await startMailServer({ authOptional: false, onAuth: (_auth, _session, next) => next(new Error('no')) })
    expect(await failing(mailerFor(server.url.replace('//', '//shop:wrong@')))).toMatchObject({ isFinal: false, code: 'EAUTH 535' })
  })

  it.each(['mail', 'rcpt', 'data'] as const)('because the server falls silent at %s does not wait for ever', async (step) => {
    const server = await startMailServer()
    server.answer(step, 'silence')
    const mailer = mailerFor(server.url)
    const begun = performance.now()
    expect(await failing(mailer)).toMatchObject({ isFinal: false })
    expect(performance.now() - begun).toBeLessThan(3000)
    expect(await mailer.send(letter), 'the next one').toBe('sent')
  })

  it('because the server never greets, or talks on for ever, does not wait for ever either', async () => {
    const sockets = new Set<import('node:net').Socket>()
    let talk: string | null = null
    const mute = createServer((socket) => {
      sockets.add(socket.on('error', () => {}))
      const timer = setInterval(() => talk && socket.write(talk), 50)
      socket.on('close', () => clearInterval(timer))
    })
    await new Promise<void>((settle) => mute.listen(0, '127.0.0.1', settle))
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy()
      mute.close()
    })
    const url = `smtp://127.0.0.1:${(mute.address() as { port: number }).port}`
    for (const each of [null, '220-wait a little\r\n']) {
      talk = each
      const begun = performance.now()
      expect(await failing(mailerFor(url))).toMatchObject({ isFinal: false })
      expect(performance.now() - begun).toBeLessThan(3000)
    }
  })
})

describe('a mail server that was entered in the panel', () => {
  expectKnownCertificate()

  it('is connected to where all its addresses are public, as they were when they were checked', async () => {
    const server = await startMailServer()
    const asked: string[] = []
    const answers = [['127.0.0.1'], ['10.0.0.7']]
    const onlyPublic = {
      reachable: [`127.0.0.1:${server.port}`],
      resolve: async (host: string) => [asked.push(host), answers.shift() ?? []][1] as string[],
    }
    const at = (host: string) => `smtp://${host}:${server.port}?requireTLS=false`
    expect(await mailerFor(at('smtp.shop.example'), quick, onlyPublic).send(letter)).toBe('sent')
    expect(asked).toEqual(['smtp.shop.example'])
    expect(await failing(mailerFor(at('smtp.shop.example'), quick, onlyPublic)), 'and for each connection again').toMatchObject({
      isFinal: false,
      code: 'ENOTPUBLIC',
    })
    expect(server.taken).toHaveLength(1)
  })

  it('is not one of this network, by address, by name, or by one of several addresses', async () => {
    const server = await startMailServer()
    const named = (...addresses: string[]) => failing(mailerFor(`smtp://smtp.shop.example:${server.port}`, quick, { resolve: async () => addresses }))
    expect(await named('127.0.0.1')).toMatchObject({ code: 'ENOTPUBLIC' })
    expect(await named('1.1.1.1', '10.0.0.7')).toMatchObject({ code: 'ENOTPUBLIC' })
    expect(await named()).toMatchObject({ code: 'ENOTFOUND' })
    for (const host of ['127.0.0.1', 'localhost', '127.1', '169.254.169.254'])
      expect(await failing(mailerFor(`smtp://${host}:${server.port}`, quick, {}))).toMatchObject({ isFinal: false, code: 'ENOTPUBLIC' })
    expect(server.taken).toEqual([])
  })

  it('speaks TLS under its own name, and is given up in time', async () => {
    const server = await startMailServer({ secure: true })
    const onlyPublic = { reachable: [`127.0.0.1:${server.port}`], resolve: async () => ['127.0.0.1'] }
    const url = `smtps://smtp.shop.example:${server.port}`
    expect(await failing(mailerFor(url, quick, onlyPublic))).toMatchObject({ isFinal: false, message: expect.stringContaining('certificate') })
    expect(await mailerFor(`${url}?tls.rejectUnauthorized=false`, quick, onlyPublic).send(letter)).toBe('sent')
    await server.stop()
    expect(await failing(mailerFor(url, quick, onlyPublic))).toMatchObject({ isFinal: false, code: 'ECONNREFUSED' })
    const silent = { resolve: () => new Promise<string[]>(() => {}) }
    expect(await failing(mailerFor(url, quick, silent))).toMatchObject({ isFinal: false })
  })
})

describe('TLS', () => {
  expectKnownCertificate()

  it('is from the first byte with smtps, and trusts no certificate that nobody vouches for', async () => {
    const server = await startMailServer({ secure: true })
    const url = server.url.replace('smtp:', 'smtps:')
    expect(await failing(mailerFor(url))).toMatchObject({ isFinal: false })
    expect(await mailerFor(`${url}?tls.rejectUnauthorized=false`).send(letter)).toBe('sent')
    expect(server.taken).toHaveLength(1)
  })

  it('is taken where a server offers it', async () => {
    const secure: boolean[] = []
    const server = await startMailServer({ disabledCommands: [], onMailFrom: (_address, session, next) => [secure.push(session.secure), next()] })
    expect(await mailerFor(`${server.url}?tls.rejectUnauthorized=false`).send(letter)).toBe('sent')
    expect(secure).toEqual([true])
  })

  it('is a condition for whatever leaves the machine, and so for a password', async () => {
    let asked = 0
    const server = await startMailServer({ onAuth: (_auth, _session, next) => [asked++, next(null, { user: 'shop' })] })
    // This machine, by a name that does not show it.
    for (const user of ['shop:secret@', '']) {
      const elsewhere = `smtp://${user}0.0.0.0:${server.port}`
      expect(await failing(mailerFor(elsewhere))).toMatchObject({ isFinal: false, code: expect.stringContaining('ETLS') })
    }
    expect(asked).toBe(0)
  })
})
