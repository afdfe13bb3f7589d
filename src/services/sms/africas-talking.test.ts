import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FaultInput, type Simulator, startSimulator } from '@viatu/daraja/simulator'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createAfricasTalking } from '#services/sms/africas-talking.ts'
import type { SmsSettings } from '#services/sms/sms.ts'

const to = '254712345678'
const account = { username: 'sandbox', apiKey: 'test-sms', senderId: 'VIATU' }
let folder: string
let gateway: Simulator
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sms-'))
  const rest = { consumerKey: 'k', consumerSecret: 's', shortcode: '174379', passkey: 'p' }
  gateway = await startSimulator({ bookPath: join(folder, 'book.jsonl'), ...rest, sms: account })
})
afterEach(() => gateway.control.reset())
afterAll(async () => {
  await gateway.stop()
  await rm(folder, { recursive: true })
})

const events: Record<string, unknown>[] = []
const sms = (changes: Partial<SmsSettings> = {}) =>
  createAfricasTalking(
    { baseUrl: gateway.url, ...account, ...changes },
    { log: (event) => events.push(event), connectTimeoutMs: 300, totalTimeoutMs: 400 },
  )

describe('a short message', () => {
  it('arrives as it was written, under the name of the shop, and the log says neither to whom nor what', async () => {
    const text = 'Viatu: order 3f9a21c8 & more + 100% "ñ" https://shop.example/order/1?key=a_b-c'
    expect(await sms().send({ to, text })).toEqual({ outcome: 'sent', id: expect.stringMatching(/^ATXid_/) })
    expect(gateway.control.messages(to).at(-1)).toMatchObject({ phone: to, from: 'VIATU', text })
    expect(events.at(-1)).toMatchObject({ event: 'sms', outcome: 'sent', to: '2547*****678' })
    expect(JSON.stringify(events)).not.toMatch(/712345678|3f9a21c8|test-sms/)
  })

  it.each<[string, FaultInput, object, number]>([
    ['100', { at: 'sms', answer: 'code', code: 100 }, { outcome: 'sent' }, 1],
    ['102', { at: 'sms', answer: 'code', code: 102 }, { outcome: 'sent' }, 1],
    ...([401, 403, 404, 406, 409] as const).map(
      (code) => [`${code}`, { at: 'sms', answer: 'code', code }, { outcome: 'never' }, 0] as [string, FaultInput, object, number],
    ),
    ...([402, 405, 407, 500, 501, 502] as const).map(
      (code) => [`${code}`, { at: 'sms', answer: 'code', code }, { outcome: 'later' }, 0] as [string, FaultInput, object, number],
    ),
    ['a code that nobody knows', { at: 'sms', answer: 'code', code: 777 }, { outcome: 'unknown', code: '777 Unknown' }, 0],
    ['a reply that is lost', { at: 'sms', answer: 'lostReply' }, { outcome: 'unknown' }, 1],
    ['a silence', { at: 'sms', answer: 'hang', ms: 2000 }, { outcome: 'unknown', code: 'time-out' }, 1],
    ['a page of a gateway in between', { at: 'sms', answer: 'html', works: true }, { outcome: 'unknown', code: 'no answer of the gateway' }, 1],
    ['an empty answer', { at: 'sms', answer: 'empty' }, { outcome: 'unknown' }, 0],
    ['a 500', { at: 'sms', answer: 'plain500' }, { outcome: 'unknown', code: 'http 500' }, 0],
    ['a 503', { at: 'sms', answer: 'plain500', status: 503 }, { outcome: 'later', code: 'http 503' }, 0],
    ['a 429', { at: 'sms', answer: 'plain500', status: 429 }, { outcome: 'later', code: 'http 429' }, 0],
  ])('that meets %s', async (_name, fault, answer, arrived) => {
    gateway.control.fault(fault)
    const before = gateway.control.messages(to).length
    expect(await sms().send({ to, text: 'Viatu' })).toMatchObject(answer)
    expect(gateway.control.messages(to).length - before).toBe(arrived)
  })

  it('waits for a key, a name or a sender that somebody mends, and for a gateway that is not there', async () => {
    expect(await sms({ apiKey: 'wrong' }).send({ to, text: 'Viatu' })).toEqual({ outcome: 'later', code: 'http 401' })
    expect(await sms({ username: 'else' }).send({ to, text: 'Viatu' })).toEqual({ outcome: 'later', code: 'http 401' })
    expect(await sms({ senderId: 'OTHER' }).send({ to, text: 'Viatu' })).toEqual({ outcome: 'later', code: 'InvalidSenderId' })
    expect(await sms({ baseUrl: 'http://127.0.0.1:9' }).send({ to, text: 'Viatu' })).toEqual({ outcome: 'later', code: 'ECONNREFUSED' })
    expect(await sms().send({ to: '255712345678', text: 'Viatu' })).toEqual({ outcome: 'never', code: '403 InvalidPhoneNumber' })
  })

  it.each([
    ['{"SMSMessageData":{"Recipients":[{"statusCode":"101"}]}}', 'unknown'],
    ['{"SMSMessageData":null}', 'unknown'],
    ['{"__proto__":{"SMSMessageData":{}}}', 'unknown'],
    ['[]', 'unknown'],
    ['{"SMSMessageData":{"Recipients":[{"statusCode":101,"messageId":"None"}]}}', 'sent'],
    ['x'.repeat(200_000), 'unknown'],
  ])('is not believed to have gone by %.60s', async (body, outcome) => {
    const server = createServer((_request, response) => void response.writeHead(201).end(body)).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await new Promise((settle) => server.once('listening', settle))
    const answer = await sms({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }).send({ to, text: 'Viatu' })
    expect(answer.outcome).toBe(outcome)
  })
})
