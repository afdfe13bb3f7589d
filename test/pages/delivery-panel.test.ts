import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { account } from '../accounts.ts'
import { rowsOf } from '../checkout.ts'
import { seededOrders } from '../seed.ts'
import { type PageVisitor, usePages } from '../visitor.ts'

const shop = usePages({ isDemo: true })

const visitAsAdmin = async (path = '/admin/delivery') => (await shop.visitAs(await account(shop.database, { isAdmin: true }))).open(path)
const item = (admin: PageVisitor, name: string) => admin.texts('.content-item').find((text) => text.startsWith(name)) ?? `no ${name}`
const idIn = async (table: string, name: string) =>
  (await rowsOf<{ id: string }>(shop.database, sql`select id from ${sql.raw(table)} where name = ${name}`))[0]?.id as string

describe('a zone', () => {
  it('is made with a name of its own, and says that orders are refused until it has an option', async () => {
    const admin = await visitAsAdmin()
    expect(item(admin, 'Elsewhere in Kenya')).toContain('All other places')
    expect(item(admin, 'Mombasa, Kisumu and Nakuru')).toContain('KSh 250 · free from KSh 10,000 · 1 to 2 working days')
    await admin.press('Create zone', { Name: 'nairobi' })
    admin.page('.new-box[open]').getByText('There is a zone of this name already.')
    await admin.press('Create zone', { Name: 'South' })
    expect(admin.said()).toContain('Zone created')
    expect(item(admin, 'South')).toContain('No option yet: orders are refused')
  })

  it('gets an option, whose fields say each what is wrong, and which is edited and switched', async () => {
    const admin = await visitAsAdmin()
    await admin.follow('Open South')
    admin.page('[aria-label=Options]').getByText('This zone has no option yet: orders to its places are refused.')
    const days = { 'Working days, at least': '2', 'Working days, at most': '1' }
    await admin.press('Create option', {
      'How orders get there': 'pickup',
      'Name, as shoppers read it': 'Karen Hub',
      'Fee in KSh': '20,001',
      ...days,
    })
    expect(admin.texts('.field-error')).toEqual([
      'Enter where it is.',
      'Enter when it is open.',
      'Enter a whole fee from KSh 0 to 20,000.',
      'This must not be less than the days at least.',
    ])
    const right = { 'Fee in KSh': '150', 'Working days, at most': '3', 'Packed the same day until': '12:30' }
    await admin.press('Create option', { 'Where it is': 'Karen Road 4', 'When it is open': 'Mon to Sat, 9 to 6', ...right })
    expect(admin.said()).toContain('Option created')
    expect(item(admin, 'Karen Hub')).toMatch(
      /^Karen Hub On ?.*, Karen Road 4, Mon to Sat, 9 to 6 ?KSh 150 · 2 to 3 working days · packed the same day until 12:30/,
    )
    await admin.follow('Edit Karen Hub')
    expect(admin.text('main h2')).toBe('Edit Karen Hub')
    await admin.press('Save changes', { 'Free from, in KSh': '5,000' })
    expect(admin.said()).toContain('Option saved')
    await admin.follow('South', '.breadcrumb')
    expect(item(admin, 'Karen Hub')).toContain('KSh 150 · free from KSh 5,000 · 2 to 3 working days')
    await admin.press('Turn off Karen Hub')
    admin.page('[aria-label=Options]').getByText('All options of this zone are off: orders to its places are refused.')
    await admin.press('Save changes', { 'Place in the order': 'x' }, '[aria-label="Name and order"]')
    expect(admin.texts('[aria-label="Name and order"] .field-error')).toHaveLength(1)
  })

  it('takes places in, says which others lie around them, and goes with what it holds', async () => {
    const admin = await visitAsAdmin()
    await admin.follow('Open South')
    await admin.press('Show', { 'Search towns and estates to add': 'karen' })
    expect(admin.text('[aria-label="Towns and estates"] h2')).toBe('Towns and estates found for “karen”')
    await admin.press('Add to this zone: Karen')
    expect(admin.said()).toContain('Karen is in this zone now.')
    await admin.open(admin.address.split('?')[0] as string)
    admin.page('[aria-label="Towns and estates"]').getByText('Karen is in South, the rest of Nairobi in Nairobi.')
    admin.page('[aria-label="Towns and estates"]').getByRole('button', { name: 'Remove Karen' })
    await admin.open('/admin/delivery')
    admin.page('.content-item', 'South').getByRole('button', { name: 'Delete South' })
    await admin.post('/admin/delivery', { intent: 'delete', id: await idIn('delivery_zones', 'South') })
    expect(admin.said()).toContain('Zone deleted')
    expect(item(admin, 'South')).toBe('no South')
  })
})

it('a place is added in one that is known, found by its names, and changed', async () => {
  const admin = await visitAsAdmin()
  await admin.follow('Towns and estates', '.sheet')
  await admin.press('Add place', { Name: 'Karen Gate', 'The place it lies in': 'Atlantis' }, '.new-box')
  admin.page('.new-box[open]').getByText(/^We don't know this place\. Name a county/)
  expect(admin.attributes('.new-box [name=name]', 'value')).toEqual(['Karen Gate'])
  await admin.press('Add place', { 'The place it lies in': 'Karen, Nairobi' }, '.new-box')
  expect(admin.said()).toContain('It lies in Karen, Nairobi.')
  await admin.press('Show', { 'Search towns and estates': 'karen' }, '.toolbar')
  const row = () => admin.texts('tbody tr').find((text) => text.startsWith('Karen Gate')) ?? `no Karen Gate in ${admin.texts('tbody tr')}`
  expect(row()).toContain('stage in Karen, Nairobi, added by you')
  for (const name of ['Edit Karen Gate', 'Delete Karen Gate']) admin.page('tr', 'Karen Gate').getByRole('button', { name })
  const { address } = admin
  const place = await idIn('delivery_places', 'Karen Gate')
  await admin.post(address, { intent: 'save', place, aliases: 'Hardy Gate, Geti' })
  expect(row()).toContain('stage in Karen, Nairobi, also called Hardy Gate, Geti, added by you')
  await admin.post(address, { intent: 'delete', place })
  expect(admin.said()).toContain('Place deleted')
  expect(row()).toMatch(/^no Karen Gate/)
})

it('a holiday is a day that is not in the list yet', async () => {
  const admin = await visitAsAdmin()
  await admin.follow('Holidays', '.sheet')
  await admin.press('Add holiday', { Day: '2027-12-25', name: 'Christmas' })
  admin.page('.new-box[open]').getByText('This day is in the list already.')
  await admin.press('Add holiday', { Day: '2027-03-10', name: 'Idd-ul-Fitr' })
  expect(admin.said()).toContain('Holiday added')
  const row = admin.page('tr', 'Wed 10 Mar 2027')
  for (const name of ['Edit Idd-ul-Fitr, Wed 10 Mar 2027', 'Delete Idd-ul-Fitr, Wed 10 Mar 2027']) row.getByRole('button', { name })
})

it('promises are counted by option, and their fees are those that Total Revenue names', async () => {
  const admin = await visitAsAdmin()
  await admin.follow('On time', '.sheet')
  admin.page().getByText('No paid order with promised days in this period.')
  await seededOrders(shop.database.ownerUrl, 60)
  await admin.open('/admin/delivery/promises')
  expect(admin.texts('.sheet b')[0]).toMatch(/^\d+ % on time$/)
  const total = admin.texts('tbody tr').at(-1)
  expect(total).toMatch(/^All together.*\d+ % \(\d+ of \d+\)/)
  const fees = /KSh [\d,]+$/.exec(total ?? '')?.[0]
  await admin.open('/admin/figures')
  expect(admin.text('.figure-strip')).toContain(`${fees} of it for delivery`)
})
