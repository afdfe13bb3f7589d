import { expect, it } from 'vitest'
import { accepted, cut, invalidToken, prompt, scriptedDaraja, settings, type Turn } from '../../test/scripted-daraja.ts'

const error = (errorCode: string, errorMessage: string): Turn => ({ status: 500, body: { errorCode, errorMessage } })

it('logs names, times, outcomes and masked phones, and nothing secret', async () => {
  const gossip = `${settings.passkey} ${prompt.phone}`
  const turns = [
    accepted,
    invalidToken,
    error('500.001.1001', `Wrong credentials ${gossip}`),
    error(gossip, gossip),
    { body: { ResponseCode: gossip, ResponseDescription: gossip } },
    { body: `<html>${gossip}</html>` },
    cut,
    { body: { ResponseCode: '0', ResultCode: gossip, ResultDesc: gossip } },
  ]
  await using daraja = await scriptedDaraja({ turns })
  await using refused = await scriptedDaraja({ turns: [accepted], tokenTurn: () => error(gossip, gossip) })
  for (let i = 0; i < 6; i++) await daraja.mpesa.requestPrompt(prompt)
  await daraja.mpesa.queryPrompt('ws_CO_1')
  await refused.mpesa.requestPrompt(prompt)

  const text = JSON.stringify([...daraja.logged, ...refused.logged])
  const sent = daraja.asked().map(({ body }) => JSON.parse(body).Password as string)
  const basic = daraja.tokensAsked().map(({ headers }) => headers.authorization!.replace('Basic ', ''))
  const secrets = [
    settings.consumerKey,
    settings.consumerSecret,
    settings.passkey,
    prompt.phone,
    '712345678',
    'token-1',
    'token-2',
    ...sent,
    ...basic,
  ]
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([])

  expect(daraja.logged[0]).toEqual({ event: 'mpesa token', outcome: 'renewed', ms: expect.any(Number) })
  expect(daraja.logged[1]).toEqual({ event: 'mpesa prompt', outcome: 'accepted', ms: expect.any(Number), phone: '2547*****678' })
  const keys = new Set([...daraja.logged, ...refused.logged].flatMap((event) => Object.keys(event)))
  expect([...keys].toSorted()).toEqual(['busy', 'code', 'event', 'ms', 'outcome', 'phone', 'reason'])
})
