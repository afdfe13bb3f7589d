import { sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { replyBySearch } from '#features/assistant/answer-message.ts'
import { runTool } from '#features/assistant/tools.ts'
import { replyAboutDelivery } from '#features/assistant/topic-replies.ts'
import { forgetDeliveryTerms } from '#features/delivery/read-terms.ts'
import { demoZones, stockZones } from '../../../demo/demo-zones.ts'
import { contextOn, theShop } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'

const database = useDatabase({ isWalk: true })
const ctx = () => contextOn(database)
beforeAll(() => stockZones(contextOn(database, { actor: theShop }), demoZones))
const visitor = { productId: null, order: null, kept: [], countedBy: 'a test' }
const monday = new Date('2026-11-23T06:00:00Z')
const ofNakuru = [
  'Delivery to Nakuru, if you order now:',
  'Parcel to a stage, Easy Coach: KSh 250 (free from KSh 10,000 of shoes) · Arrives Tue 24 - Wed 25 Nov',
  'To the door: KSh 400 · Arrives Wed 25 - Thu 26 Nov',
].join('\n')

it('names each option to a place with fee and days, the cheapest first, and tells a place from a shoe called by one', async () => {
  expect(await replyAboutDelivery(ctx(), 'how much is delivery to Naks?', monday)).toEqual({ response: ofNakuru, isPlaced: true })
  const { response } = await replyAboutDelivery(ctx(), 'can you bring the Karen loafer to Naks', monday)
  expect(response).toBe(ofNakuru)
  const collect = 'Collect at the shop, Ngong Road 88, Nairobi: Free · Ready Tue 24 - Wed 25 Nov'
  expect((await replyAboutDelivery(ctx(), 'mnaleta Karen', monday)).response.split('\n')).toContain(collect)
})

it('asks for the town where none is named, and goes on from that', async () => {
  for (const message of ['how much is delivery', 'do you deliver all over Kenya?'])
    expect(await replyAboutDelivery(ctx(), message)).toEqual({ response: expect.stringMatching(/^Which town .* tap Change/), isPlaced: false })
  const history = ['how much is delivery', 'Kisumu'].map((text) => ({ role: 'user' as const, text }))
  const asked = async (message: string, turns: number) =>
    (await replyBySearch(ctx(), { message, history: history.slice(0, turns), visitor })).response
  expect(await asked('Kisumu', 1)).toMatch(/^Delivery to Kisumu, .*KSh 250/s)
  expect(await asked('na Naks?', 2)).toMatch(/^Delivery to Nakuru, .*KSh 250/s)
  expect(await asked('Kisumu', 0)).not.toContain('Delivery to')
})

it('the tool says the same, and says where the shop does not deliver', async () => {
  expect(await runTool(ctx(), 'delivery', { place: 'Naks' }, visitor)).toEqual({
    says: (await replyAboutDelivery(ctx(), 'Naks')).response,
    links: [],
  })
  expect((await runTool(ctx(), 'delivery', { place: 'Atlantis' }, visitor)).says).toMatch(/^Which town/)
  await database.db.execute(sql`update delivery_places set zone_id = null where id = 'kenya'`)
  forgetDeliveryTerms()
  const nowhere = "To Lodwar: we don't deliver there yet."
  const people = expect.objectContaining({ label: 'Ask on WhatsApp' })
  expect(await runTool(ctx(), 'delivery', { place: 'Lodwar' }, visitor)).toEqual({ says: nowhere, links: [people] })
  const { response, links } = await replyBySearch(ctx(), { message: 'do you deliver to Lodwar?', history: [], visitor })
  expect([response, links]).toEqual([nowhere, [expect.objectContaining({ label: 'Shipping' }), people]])
})
