import { expect, it } from 'vitest'
import { z } from 'zod'
import type { ActWords } from '#domain/act.ts'
import { operationActs } from '#web/admin/operation-acts.ts'

const words = {
  send: { label: 'Send', busy: 'Sending...', done: ({ count }: { count: number }) => ({ title: `${count} sent` }) },
  stop: { label: 'Stop', busy: 'Stopping...', done: { title: 'Stopped' } },
} satisfies Record<string, ActWords<{ count: number }>>
const calls: unknown[] = []
const act = async (...sent: unknown[]) => {
  calls.push(sent)
  return { count: 3 }
}
const ofPayouts = z.object({ payout_ids: z.array(z.string()) })
const acts = operationActs('payout', words, { send: { input: ofPayouts, act }, stop: { input: z.object({ ids: z.array(z.string()) }), act } })
const ctx = {} as never

it.each<[keyof typeof words, Record<string, string>, object, string | undefined, string]>([
  ['send', { id: 'a', note: 'x', key: 'k' }, { payout_id: 'a', note: 'x' }, 'k', '3 sent'],
  ['send', { ids: 'a,b', id: '' }, { payout_id: '', payout_ids: ['a', 'b'] }, undefined, '3 sent'],
  ['stop', { ids: 'a' }, { ids: ['a'] }, undefined, 'Stopped'],
  ['stop', { ids: '' }, {}, undefined, 'Stopped'],
])('%s of the form %j calls its operation as the API does', async (intent, sent, wanted, key, title) => {
  expect(await acts[intent]?.(ctx, { intent, ...sent }, {} as never)).toEqual({ title })
  expect(calls.splice(0)).toEqual([[ctx, wanted, key]])
})

it('takes the row under its own name, ids between spaces, and fields that are made of those of the form', async () => {
  const boxes = { stop: ({ cash = '' }) => ({ cash: cash === 'on' }) }
  const own = operationActs('payout', words, { send: { input: ofPayouts, act }, stop: { input: ofPayouts, act } }, boxes)
  await own.stop?.(ctx, { intent: 'stop', payout: 'a', ids: 'b c', cash: 'on', note: 'x' }, {} as never)
  expect(calls.splice(0)).toEqual([[ctx, { payout_id: 'a', payout_ids: ['b', 'c'], cash: true, note: 'x' }, undefined]])
  await own.send?.(ctx, { intent: 'send', cash: 'on' }, {} as never)
  expect(calls.splice(0)).toEqual([[ctx, { cash: 'on' }, undefined]])
})
