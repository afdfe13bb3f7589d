import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createCalls, credentials, openReceiver, payer, phone, securityCredential } from '../../test/test-shop.ts'
import type { BookView, PayoutView, PromptView } from './control.ts'

const main = join(import.meta.dirname, 'main.ts')
/** Each start reads its sources as the first one has compiled them. */
const compiled = await mkdtemp(join(tmpdir(), 'simulator-compiled-'))
afterAll(() => rm(compiled, { recursive: true }))
let folder: string
let receiver: Awaited<ReturnType<typeof openReceiver>>
let running: ChildProcess[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'simulator-'))
  receiver = await openReceiver()
  running = []
})
afterEach(async () => {
  for (const child of running) if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
  await receiver.close()
  await rm(folder, { recursive: true })
})

function environment(changes: Record<string, string> = {}) {
  return {
    PATH: process.env.PATH,
    TMPDIR: process.env.TMPDIR,
    NODE_COMPILE_CACHE: compiled,
    SIMULATOR_PORT: '0',
    SIMULATOR_BOOK: join(folder, 'book.jsonl'),
    SIMULATOR_CONSUMER_KEY: credentials.consumerKey,
    SIMULATOR_CONSUMER_SECRET: credentials.consumerSecret,
    SIMULATOR_SHORTCODE: credentials.shortcode,
    SIMULATOR_PASSKEY: credentials.passkey,
    SIMULATOR_B2C_SHORTCODE: payer.shortcode,
    SIMULATOR_INITIATOR_NAME: payer.initiatorName,
    SIMULATOR_INITIATOR_PASSWORD: payer.initiatorPassword,
    SIMULATOR_FUNDS: '10000',
    ...changes,
  }
}

async function start(changes: Record<string, string> = {}) {
  const child = spawn(process.execPath, [main], { env: environment(changes) })
  running.push(child)
  const lines = createInterface(child.stdout)
  const [line] = (await once(lines, 'line')) as [string]
  const url = /^simulator listening on (http:\/\/127\.0\.0\.1:\d+)$/.exec(line)?.[1]
  if (!url) throw new Error(`unexpected line: ${line}`)
  const read = async <T>(path: string) => (await (await fetch(`${url}/control${path}`)).json()) as T
  const control = async (path: string, body: unknown) =>
    fetch(`${url}/control${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  const certificate = async () => ((await (await fetch(`${url}/certificate`)).json()) as { certificate: string }).certificate
  return { child, read, control, certificate, ...createCalls(url, `${receiver.url}/callbacks/1`) }
}

async function end(child: ChildProcess, signal: NodeJS.Signals) {
  child.kill(signal)
  return once(child, 'exit')
}

describe('the book, when the process is killed', () => {
  it('still has every payment and failure, resumes what was open, and repeats no receipt', async () => {
    const before = await start()
    await before.control('/answers', { pin: true })
    const paid = (await before.push({ Amount: 10 })).json.CheckoutRequestID
    const told = (await receiver.next()).body.Body.stkCallback
    await before.control('/answers', { pin: 'cancel' })
    const failed = (await before.push({ Amount: 20 })).json.CheckoutRequestID
    await receiver.next()
    await before.control('/answers', { pin: 'ignore' })
    const open = (await before.push({ Amount: 30 })).json.CheckoutRequestID
    const { payments } = await before.read<BookView>('/book')
    await end(before.child, 'SIGKILL')

    const after = await start()
    expect(await after.read<BookView>('/book')).toMatchObject({ payments, total: 10, payouts: [], paidOut: 0 })
    expect(told.CallbackMetadata?.Item[1]?.Value).toBe(payments[0]?.receipt)
    const codes = []
    for (const id of [paid, failed, open]) codes.push((await after.query(id)).json.ResultCode)
    expect(codes).toEqual(['0', '1032', '4999'])
    expect((await after.push()).json.errorMessage).toMatch(/^Unable to lock subscriber/)
    await after.control('/answers', { pin: true })
    expect((await receiver.next()).body.Body.stkCallback).toMatchObject({ CheckoutRequestID: open, ResultCode: 0 })
    expect((await after.push({ Amount: 10 })).status).toBe(200)
    expect((await receiver.next()).body.Body.stkCallback.ResultCode).toBe(17)
    const receipts = (await after.read<BookView>('/book')).payments.map(({ receipt }) => receipt)
    expect(new Set(receipts).size).toBe(2)
  })

  it('ends with 1037 what ran out while nobody was there', async () => {
    const before = await start({ SIMULATOR_PROMPT_LIFE_MS: '300' })
    const id = (await before.push()).json.CheckoutRequestID
    await end(before.child, 'SIGKILL')
    const { prompts } = await readBack()
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, Date.parse(prompts[0]!.expiresAt) - Date.now())))
    const after = await start()
    expect((await receiver.next()).body.Body.stkCallback).toMatchObject({ CheckoutRequestID: id, ResultCode: 1037 })
    expect((await after.query(id)).json.ResultCode).toBe('1037')
    await end(after.child, 'SIGTERM')
    expect((await readBack()).kinds).toEqual(['prompt', 'result', 'callback'])
  })

  it('keeps its word in a hail of kills: whatever was told is in the book', async () => {
    const told = new Map<string, unknown>()
    for (let round = 0; round < 3; round++) {
      const simulator = await start()
      await simulator.control('/answers', { pin: true })
      const pushes = Array.from({ length: 20 }, (_, i) =>
        simulator.push({ PhoneNumber: `2547000${round}00${String(i).padStart(2, '0')}` }).catch(() => undefined),
      )
      for (let i = 0; i < 10; i++) {
        const callback = (await receiver.next()).body.Body.stkCallback
        told.set(String(callback.CheckoutRequestID), callback.CallbackMetadata?.Item[1]?.Value)
      }
      await end(simulator.child, 'SIGKILL')
      await Promise.all(pushes)
      for (const { body } of receiver.received.splice(0)) {
        const callback = body.Body.stkCallback
        told.set(String(callback.CheckoutRequestID), callback.CallbackMetadata?.Item[1]?.Value)
      }
    }
    const { payments } = await (await start()).read<BookView>('/book')
    const book = new Map(payments.map(({ checkoutRequestId, receipt }) => [checkoutRequestId, receipt]))
    for (const [id, receipt] of told) expect.soft(book.get(id)).toBe(receipt)
    expect(told.size).toBeGreaterThanOrEqual(30)
    expect(new Set(book.values()).size).toBe(payments.length)
  })
})

async function readBack() {
  const entries = (await readFile(join(folder, 'book.jsonl'), 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  return { kinds: entries.map(({ kind }) => kind), prompts: entries.filter(({ kind }) => kind === 'prompt') as PromptView[] }
}

describe('payouts, when the process is killed', () => {
  it('are made once: what was paid stands, and what was accepted is still paid and told', async () => {
    const before = await start()
    const certificate = await before.certificate()
    const SecurityCredential = securityCredential(payer.initiatorPassword, certificate)
    const pay = (simulator: typeof before, OriginatorConversationID: string) =>
      simulator.post('/mpesa/b2c/v3/paymentrequest', {
        OriginatorConversationID,
        InitiatorName: payer.initiatorName,
        SecurityCredential,
        CommandID: 'BusinessPayment',
        Amount: 1500,
        PartyA: payer.shortcode,
        PartyB: phone,
        Remarks: 'Viatu commission',
        ResultURL: `${receiver.url}/results/1`,
        QueueTimeOutURL: `${receiver.url}/late/1`,
      })
    await before.control('/faults', { at: 'payoutResult', afterMs: 600_000, phone })
    expect((await pay(before, 'payout-1')).status).toBe(200)
    await pay(before, 'payout-2')
    await receiver.next()
    await end(before.child, 'SIGKILL')

    const after = await start()
    expect(JSON.parse((await receiver.next()).text).Result).toMatchObject({ OriginatorConversationID: 'payout-1', ResultCode: 0 })
    for (const id of ['payout-1', 'payout-2']) expect((await pay(after, id)).json.errorCode).toBe('500.002.1001')
    const { payouts, paidOut, funds } = await after.read<BookView>('/book')
    expect([new Set(payouts.map(({ receipt }) => receipt)).size, paidOut, funds]).toEqual([2, 3000, 7000])
    expect(await after.certificate()).toBe(certificate)
    expect((await after.read<{ payouts: PayoutView[] }>(`/payouts?phone=${phone}`)).payouts.map(({ state }) => state)).toEqual(['paid', 'paid'])
  })
})

describe('the process', () => {
  it('stops on SIGTERM while prompts are open and calls hang', async () => {
    const simulator = await start()
    await simulator.push()
    await simulator.control('/faults', { at: 'query', answer: 'hang', ms: 600_000 })
    const hanging = simulator.query('x').catch(() => 'cut')
    await expect.poll(async () => (await simulator.read<{ faults: unknown[] }>('/faults')).faults).toEqual([])
    expect(await end(simulator.child, 'SIGTERM')).toEqual([0, null])
    expect(await hanging).toBe('cut')
  })

  it('has an account of its own when it is started alone, and prints it with its addresses', async () => {
    const started = { PATH: process.env.PATH, SIMULATOR_BOOK: join(folder, 'book.jsonl'), SIMULATOR_PORT: '0', SIMULATOR_PASSKEY: 'of-my-own' }
    const child = spawn(process.execPath, [main], { env: started })
    running.push(child)
    let printed = ''
    child.stdout.on('data', (text) => {
      printed += text
    })
    await expect.poll(() => printed, { timeout: 15_000 }).toContain('/certificate')
    const url = /^simulator listening on (\S+)$/m.exec(printed)?.[1] as string
    expect(printed).toContain(`the phone                      ${url}/phone`)
    expect(printed).not.toContain('of-my-own')
    const value = (name: string) => new RegExp(`${name} +(\\S+)`).exec(printed)?.[1]
    const basic = Buffer.from(`${value('SIMULATOR_CONSUMER_KEY')}:${value('SIMULATOR_CONSUMER_SECRET')}`).toString('base64')
    const token = await fetch(`${url}/oauth/v1/generate?grant_type=client_credentials`, { headers: { authorization: `Basic ${basic}` } })
    expect(token.status).toBe(200)
  })

  it('has no account of its own beside the shop that starts it', async () => {
    const child = fork(main, { env: { PATH: process.env.PATH, SIMULATOR_PORT: '0' }, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
    running.push(child)
    const [said] = (await once(createInterface(child.stderr!), 'line')) as [string]
    expect(said).toContain('SIMULATOR_BOOK')
    expect(child.exitCode ?? (await once(child, 'exit'))[0]).toBe(1)
  })

  it('ends by itself when whoever started it is gone', async () => {
    const child = fork(main, { env: environment(), stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
    running.push(child)
    await once(createInterface(child.stdout!), 'line')
    child.disconnect()
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  it('does not start beside a real shop, and says why', async () => {
    const child = spawn(process.execPath, [main], { env: environment({ MPESA_CONSUMER_KEY: 'k' }) })
    running.push(child)
    const [said] = (await once(createInterface(child.stderr), 'line')) as [string]
    expect(said).toBe("simulator: MPESA_CONSUMER_KEY is set: the simulator does not start beside a real shop's settings")
    expect(child.exitCode ?? (await once(child, 'exit'))[0]).toBe(1)
  })

  it('ends when its port is taken, though the book has open prompts', async () => {
    const first = await start()
    await first.push()
    await end(first.child, 'SIGKILL')
    const child = spawn(process.execPath, [main], { env: environment({ SIMULATOR_PORT: new URL(receiver.url).port }) })
    running.push(child)
    const [said] = (await once(createInterface(child.stderr), 'line')) as [string]
    expect(said).toContain('EADDRINUSE')
    expect(child.exitCode ?? (await once(child, 'exit'))[0]).toBe(1)
  })

  it('answers the control on HTTP, and says what is wrong with a request', async () => {
    const { read, control, push } = await start()
    const id = (await push()).json.CheckoutRequestID
    expect(await read(`/prompts?phone=${phone}`)).toMatchObject({
      prompts: [{ checkoutRequestId: id, state: 'open', code: null, reference: '3f9a21c8' }],
    })
    expect(await read('/prompts?phone=254110000001')).toEqual({ prompts: [] })
    const added = await control('/faults', { at: 'result', code: '1032', phone })
    expect(added.status).toBe(201)
    expect(await read('/faults')).toEqual({ faults: [await added.json()] })
    const refused = await control('/faults', { at: 'callback', copies: 0 })
    expect([refused.status, (await refused.json()).error]).toEqual([400, expect.stringContaining('copies')])
    expect((await control('/prompts/none/answer', 'cancel')).status).toBe(404)
    expect((await control('/reset', {})).status).toBe(204)
    expect(await read('/faults')).toEqual({ faults: [] })
    expect(await (await control(`/prompts/${id}/answer`, { pin: '0000' })).json()).toEqual({ ended: true })
    expect((await receiver.next()).body.Body.stkCallback.ResultCode).toBe(2001)
  })
})
