import { expect, it } from 'vitest'
import { z } from 'zod'
import { anonymous, type Context, theShop } from '#core/context.ts'
import { operation, withFields } from '#core/operation.ts'

const input = z.object({ count: z.int('Enter a number.').default(1), note: z.string('Enter a note.') })
const counting = operation({ may: 'sell', input, summary: 'Count', run: async ({ actor }, sent, formKey) => ({ actor, sent, formKey }) })
const as = (actor: Context['actor']) => ({ actor }) as Context

it('asks for the permission first, reads what was sent, and answers what its work answers', async () => {
  await expect(counting.act(as(anonymous), {})).rejects.toMatchObject({ code: 'signed_out' })
  await expect(counting.act(as(theShop), { count: 'x' })).rejects.toMatchObject({
    ...{ code: 'bad_input', details: { fields: { count: 'Enter a number.', note: 'Enter a note.' } } },
  })
  expect(await counting.act(as(theShop), { note: 'x', more: true }, 'key')).toEqual({ actor: theShop, sent: { count: 1, note: 'x' }, formKey: 'key' })
  expect([counting.act.may, counting.may, counting.summary]).toEqual(['sell', 'sell', 'Count'])
})

it('stands for a form of one of two buttons with that button’s fields, whatever the form says of them', async () => {
  const twice = withFields(counting, { count: 2 })
  expect(await twice.act(as(theShop), { count: 5, note: 'x' }, 'key')).toEqual({ actor: theShop, sent: { count: 2, note: 'x' }, formKey: 'key' })
  expect(twice).toEqual({ may: 'sell', input, act: twice.act })
  await expect(twice.act(as(anonymous), {})).rejects.toMatchObject({ code: 'signed_out' })
})
