import { expect, it } from 'vitest'
import { createSlots } from '#domain/slots.ts'

it('works on so much at once, lets so many wait in their order, and refuses the rest', async () => {
  const slots = createSlots(2, 1, 7)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const work = (name: string) =>
    slots.take(async () => {
      begun.push(name)
      await new Promise<void>((end) => ends.set(name, end))
      return name
    })
  const [first, second, third] = [work('first'), work('second'), work('third')]
  await expect(work('fourth')).rejects.toMatchObject({ code: 'unavailable', details: { retryAfter: 7 } })
  expect(begun).toEqual(['first', 'second'])
  ends.get('first')?.()
  expect(await first).toBe('first')
  await expect.poll(() => begun).toEqual(['first', 'second', 'third'])
  ends.get('second')?.()
  ends.get('third')?.()
  expect(await Promise.all([second, third])).toEqual(['second', 'third'])
  const again = [work('fifth'), work('sixth'), work('seventh')]
  await expect(work('eighth'), 'a slot comes back once').rejects.toMatchObject({ code: 'unavailable' })
  expect(begun.slice(3)).toEqual(['fifth', 'sixth'])
  for (const name of ['fifth', 'sixth']) ends.get(name)?.()
  await expect.poll(() => ends.has('seventh')).toBe(true)
  ends.get('seventh')?.()
  expect(await Promise.all(again)).toHaveLength(3)
})

it('gives the slot of failed work to the next', async () => {
  const slots = createSlots(1, 1)
  const failing = slots.take(() => Promise.reject(new Error('lost')))
  const next = slots.take(async () => 'next')
  await expect(failing).rejects.toThrow('lost')
  expect(await next).toBe('next')
})
