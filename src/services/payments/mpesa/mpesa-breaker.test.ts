import { describe, expect, it } from 'vitest'
import { createBreaker } from '#services/breaker.ts'
import { accepted, prompt, scriptedDaraja, type Turn } from '../../../../packages/daraja/test/scripted-daraja.ts'

/** The client of M-Pesa with the shop's circuit breaker. */
describe('the pause after five bad answers', () => {
  const breaker = () => createBreaker(() => performance.now())
  const lostTurn: Turn = { body: '<html></html>' }
  const locked: Turn = { status: 500, body: { errorCode: '500.001.1001', errorMessage: 'Unable to lock subscriber' } }
  const outcomes = async (request: () => Promise<{ outcome: string }>, times: number) => {
    const all: string[] = []
    for (let i = 0; i < times; i++) all.push((await request()).outcome)
    return all
  }

  it('sends nothing for 30 s, then one prompt, and goes on when that one is answered', async () => {
    let now = Date.parse('2026-11-20T12:00:00Z')
    await using daraja = await scriptedDaraja({
      turns: [...Array<Turn>(5).fill(lostTurn), accepted],
      clock: () => now,
      breaker: createBreaker(() => now),
    })
    expect(await outcomes(() => daraja.mpesa.requestPrompt(prompt), 5)).toEqual(Array(5).fill('unknown'))
    expect(await daraja.mpesa.requestPrompt(prompt)).toMatchObject({ outcome: 'refused', code: 'resting', busy: true })
    now += 29_999
    await daraja.mpesa.requestPrompt(prompt)
    expect(daraja.asked()).toHaveLength(5)
    now += 1
    expect(await outcomes(() => daraja.mpesa.requestPrompt(prompt), 2)).toEqual(['accepted', 'accepted'])
  })

  it('comes after five prompts that did not reach M-Pesa, too', async () => {
    const daraja = await scriptedDaraja({ turns: [accepted], breaker: breaker() })
    await daraja.close()
    const codes: string[] = []
    for (let i = 0; i < 6; i++) codes.push(((await daraja.mpesa.requestPrompt(prompt)) as { code: string }).code)
    expect(codes).toEqual([...Array(5).fill('unreachable'), 'resting'])
  })

  it('is not brought about by what is wrong with one phone', async () => {
    await using daraja = await scriptedDaraja({ turns: [...Array<Turn>(9).fill(locked), accepted], breaker: breaker() })
    expect(await outcomes(() => daraja.mpesa.requestPrompt(prompt), 10)).toEqual([...Array(9).fill('refused'), 'accepted'])
  })

  it('neither counts queries nor holds them up', async () => {
    await using daraja = await scriptedDaraja({ turns: [lostTurn], breaker: breaker() })
    await outcomes(() => daraja.mpesa.queryPrompt('ws_CO_1'), 6)
    await outcomes(() => daraja.mpesa.requestPrompt(prompt), 6)
    expect(daraja.asked()).toHaveLength(11)
    await daraja.mpesa.queryPrompt('ws_CO_1')
    expect(daraja.asked()).toHaveLength(12)
  })
})
