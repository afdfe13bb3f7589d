import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type BookEntry, openBook } from './book.ts'
import { payoutState, readPayouts } from './payouts.ts'
import { readPrompts } from './prompts.ts'

let path: string
beforeEach(async () => {
  path = join(await mkdtemp(join(tmpdir(), 'book-')), 'deep', 'book.jsonl')
})
afterEach(() => rm(join(path, '..', '..'), { recursive: true }))

const at = '2026-11-20T13:52:07.000Z'
const money = { phone: '254712345678', amount: 5270, reference: '3f9a21c8' }
const result = (id: number): BookEntry => ({ kind: 'result', at, checkoutRequestId: `ws_CO_${id}`, code: '0', receipt: `UKK${id}`, ...money })

it('reads back what it was given, in order, also when many write at once', async () => {
  const entries = Array.from({ length: 200 }, (_, id) => result(id))
  const book = await openBook(path)
  expect(book.entries).toEqual([])
  await Promise.all(entries.map(book.append))
  await book.close()
  const again = await openBook(path)
  expect(again.entries).toEqual(entries)
  await again.append(result(200))
  await again.close()
  expect((await readFile(path, 'utf8')).split('\n')).toHaveLength(202)
})

it('has a line on the disk when it says so', async () => {
  const book = await openBook(path)
  await book.append(result(1))
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(result(1))
  await book.close()
})

it('removes a last line that a kill cut off, and goes on after it', async () => {
  const first = await openBook(path)
  await first.append(result(1))
  await first.close()
  await writeFile(path, `${await readFile(path, 'utf8')}{"kind":"result","at":"2026`)
  const book = await openBook(path)
  expect(book.entries).toEqual([result(1)])
  await book.append(result(2))
  await book.close()
  const again = await openBook(path)
  expect(again.entries).toEqual([result(1), result(2)])
  await again.close()
})

it('refuses a line that it cannot have written, by its number', async () => {
  await (await openBook(path)).close()
  await writeFile(path, `${JSON.stringify(result(1))}\n{"kind":"result"}\n`)
  await expect(openBook(path)).rejects.toThrow(`${path}:2 is not a line of the simulator's book`)
})

it('has one writer: the next one waits until the first has let go, and gives up when it does not', async () => {
  const first = await openBook(path)
  await expect(openBook(path)).rejects.toThrow(`${path} is in use by another simulator`)
  const next = openBook(path)
  await first.append(result(1))
  await first.close()
  expect((await next).entries).toEqual([result(1)])
  await (await next).close()
})

it('has no result without its prompt', () => {
  expect(() => readPrompts([result(1)])).toThrow('the book has a result for ws_CO_1, but no prompt')
})

it('has prompts and payouts side by side, no result without its payout, and what is left of the money', () => {
  const ids = { at, conversationId: 'AG_1' }
  const addresses = { resultUrl: 'http://shop.example/r', timeoutUrl: 'http://shop.example/t' }
  const facts = { originatorConversationId: 'payout-1', phone: '254712345678', amount: 1500, remarks: 'Viatu', occasion: '', shortcode: '600992' }
  const entries: BookEntry[] = [
    { kind: 'funds', at, amount: 5000 },
    { kind: 'payout', ...ids, ...facts, ...addresses },
    { kind: 'payoutResult', ...ids, code: '0', transactionId: 'UKK1234567' },
    { kind: 'payoutNotice', ...ids, what: 'result', outcome: 'answered', status: 200 },
  ]
  const payouts = readPayouts(entries, 100)
  expect([payouts.funds(), payouts.list().map(payoutState), payouts.findByTransaction('UKK1234567')?.amount]).toEqual([3500, ['paid'], 1500])
  expect(readPrompts(entries).list()).toEqual([])
  expect(() => readPayouts(entries.slice(2), 100)).toThrow('the book has a payoutResult for AG_1, but no payout')
})
