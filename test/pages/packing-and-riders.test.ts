import { fireEvent } from '@testing-library/dom'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { changeOption } from '#features/delivery/options.ts'
import { account } from '../accounts.ts'
import { admin, as, contextOn, rowsOf } from '../checkout.ts'
import { orderFor } from '../orders-of.ts'
import { scriptedPanels } from '../scripted-panel.ts'
import { type PageVisitor, usePages } from '../visitor.ts'

const shop = usePages({ isDemo: true })
const draw = scriptedPanels()
const boss = async () => shop.visitAs(await account(shop.database, { isAdmin: true, full_name: 'Amina Hassan' }))
const outcome = (desk: PageVisitor) => desk.text('.notice[role]')
const row = (desk: PageVisitor, code: string) => desk.page('[data-row]', code)
const codes = (desk: PageVisitor) => desk.attributes('[data-row]', 'aria-label').map((label) => label?.slice('Order '.length))

it('parcels are packed from a queue: slips of several, one a sheet, marked at once and taken back', async () => {
  const [one, two] = [await orderFor(shop.database, 'Chebet Rono', 'paid'), await orderFor(shop.database, 'Chebet Rono', 'paid')]
  const desk = await (await boss()).open('/admin/orders?view=pack')
  const packed = () =>
    rowsOf(shop.database, sql`select packed_at is not null as packed from orders where id in (${one.id}, ${two.id}) order by packed_at`)
  expect(desk.text('.queues [aria-current=page]')).toMatch(/^To pack\d+$/)
  expect(codes(desk)).toEqual(expect.arrayContaining([one.code, two.code]))
  await desk.open(`/admin/orders/packing-slips?ids=${one.id}.${two.id}`)
  expect(desk.text('h1')).toBe('2 packing slips')
  expect(desk.attributes('.slip', 'aria-label')).toEqual([one, two].map(({ code }) => `Packing slip of order ${code}`))
  await desk.press('Packed: 2 orders')
  expect([outcome(desk), await packed()]).toEqual(['2 of 2 orders updated', [{ packed: true }, { packed: true }]])
  desk.page('main').getByRole('button', { name: 'Not packed: 2 orders' })
  await desk.follow('Back to the orders')
  expect(codes(desk)).not.toContain(one.code)
  await desk.follow(/^To send/)
  expect(codes(desk)).toEqual(expect.arrayContaining([one.code, two.code]))
  await desk.follow(new RegExp(two.code), '[data-row]', two.code)
  await desk.press(`Not packed, order ${two.code}`)
  expect([outcome(desk), await packed()]).toEqual(['1 of 1 order updated', [{ packed: true }, { packed: false }]])
  desk.page('.pane').getByRole('button', { name: `Packed, order ${two.code}` })
  await desk.follow('Back to the orders')
  expect([desk.address, codes(desk).includes(two.code)], 'the queue that it was opened from').toEqual(['/admin/orders?view=send', false])
})

it('an order whose buyer chose no delivery option is agreed with them, and shipped only then', async () => {
  const { db } = shop.database
  const order = await orderFor(shop.database, 'Nyambura Kariuki', 'paid')
  await db.execute(sql`
    update orders set delivery_to_agree = true, delivery_kind = null, delivery_option = null, delivery_zone = null, delivery_place = null, delivery_place_id = null,
      promised_from = null, promised_to = null, delivery_address = 'The red gate' where id = ${order.id}`)
  const desk = await (await boss()).open(`/order/${order.id}`)
  expect(desk.text()).toContain('We contact you to agree how and when it comes.')
  await desk.open(`/admin/orders/${order.id}`)
  await desk.press(/^Confirm Shipment/, {}, '.pane')
  expect(desk.text('.pane .notice[role=alert]')).toContain('Agree the delivery of this order with its buyer')
  const form = 'section[aria-labelledby=agree-delivery]'
  await desk.press('Name the option')
  expect(desk.text(form)).toContain('Enter a town or county that we know, such as Kisumu.')
  await desk.press('Name the option', { 'Town, estate or stage': 'Kisumu', 'Delivery option': 'Nairobi: Boda rider' })
  expect(desk.text(form)).toContain('No option without a fee goes there: make a free one in Delivery first.')
  expect(desk.attributes(`${form} [name=place]`, 'value'), 'what was typed stays').toEqual(['Kisumu'])
  const [option] = await rowsOf<{ id: string }>(
    shop.database,
    sql`select id from delivery_options where name = 'To the door' and zone_id in (select zone_id from delivery_places where id = 'kisumu')`,
  )
  await changeOption(as(contextOn(shop.database), admin), option?.id as string, { fee: 0 })
  await desk.open(`/admin/orders/${order.id}`)
  await desk.press('Name the option', { 'Town, estate or stage': 'Kisumu', 'Delivery option': 'Mombasa, Kisumu and Nakuru: To the door' })
  expect(outcome(desk)).toBe('Delivery agreed The order can be shipped, and its page says how it comes.')
  expect(desk.text('[aria-labelledby=buyer]')).toContain('To the door, Kisumu (Mombasa, Kisumu and Nakuru)')
  await desk.press(/^Confirm Shipment/, {}, '.pane')
  expect(desk.text('.pane-head h2')).toBe(`Order ${order.code}Shipped`)
})

/** Two paid orders; the second is received by another person. */
async function twoStops(name: string) {
  const [first, second] = [await orderFor(shop.database, `${name} Barasa`, 'paid'), await orderFor(shop.database, `${name} Wekesa`, 'paid')]
  await shop.database.db.execute(sql`update orders set receiver_name = 'Juma Wekesa', receiver_phone = '254711222333' where id = ${second.id}`)
  return { first, second }
}

const codeOf = async ({ id }: { id: string }) =>
  (await rowsOf<{ code: string }>(shop.database, sql`select code from deliveries where order_id = ${id}`))[0]?.code as string
const wrong = (code: string) => (code === '1234' ? '4321' : '1234')

/** A rider of today with both stops, and the address of the rider's link. */
async function riderOf(desk: PageVisitor, name: string, phone: string, orders: { id: string }[]) {
  await desk.open('/admin/orders/riders')
  await desk.press('Send the link', { Name: name, Phone: phone })
  expect(outcome(desk)).toBe('Rider of today Send the link by WhatsApp.')
  const chat = new URL(
    desk
      .page('main')
      .getByRole('link', { name: `WhatsApp the link to ${name}` })
      .getAttribute('href') as string,
  )
  expect([chat.origin, chat.pathname]).toEqual(['https://wa.me', `/254${phone.replaceAll(' ', '').slice(1)}`])
  const [, words, link] = /^(.*: )(\S+)$/.exec(chat.searchParams.get('text') ?? '') as string[]
  expect(words).toBe('Your stops of today, for you alone: ')
  const [{ id = '' } = {}] = await rowsOf<{ id: string }>(shop.database, sql`select id from rider_days where name = ${name}`)
  await desk.post('/admin/orders', { intent: 'assign', ids: orders.map((each) => each.id).join(' '), rider_day_id: id })
  expect(outcome(desk)).toBe(`${orders.length} of ${orders.length} orders updated`)
  return { id, path: new URL(link as string).pathname }
}

it('a rider reads the stops of the day, hands over by code, and says why not', async () => {
  const { first, second } = await twoStops('Nafula')
  const desk = await boss()
  const { path } = await riderOf(desk, 'Otieno', '0722 111 222', [first, second])
  await desk.open('/admin/orders?search=Nafula')
  row(desk, first.code).getByText('Otieno')
  const pane = (await draw(desk, `/admin/orders/${first.id}`)).part()
  ;[...pane.querySelectorAll('button')].find(({ textContent }) => textContent === 'Rider or courier')?.click()
  const asked = () =>
    [...pane.ownerDocument.querySelectorAll('dialog[open] :is(input, select):not([type=hidden])')].map((field) => field.getAttribute('name'))
  const choose = (value: string) => fireEvent.change(pane.ownerDocument.querySelector('dialog[open] select') as never, { target: { value } })
  await expect.poll(asked).toEqual(['rider_day_id'])
  choose('new')
  await expect.poll(asked).toEqual(['rider_day_id', 'name', 'phone'])
  choose('')
  await expect.poll(asked).toEqual(['rider_day_id', 'courier', 'parcel_number'])

  const road = await shop.visit().open(path)
  expect(Object.fromEntries(road.headers)).toMatchObject({
    'cache-control': 'private, no-store',
    'referrer-policy': 'same-origin',
    'x-robots-tag': 'noindex',
  })
  expect(road.html).not.toMatch(/KSh|total_amount|customer_email/)
  expect(road.text('header')).toMatch(/Otieno, your stops of today2 of 2 to do\.Call the shop$/)
  const stop = (code: string) => road.page('article', code)
  stop(second.code).getByText(/^Juma Wekesa receives it for Nafula Wekesa/)
  expect(stop(second.code).getByRole('link', { name: 'Call +254 711 222 333' }).getAttribute('href')).toBe('tel:+254711222333')
  expect(stop(first.code).getByRole('link', { name: 'Map' }).getAttribute('href')).toContain('query=Moi+Avenue+12%2C+Nairobi')
  expect(stop(first.code).getByRole('link', { name: 'WhatsApp' }).getAttribute('href')).toContain(
    encodeURIComponent(`this is the rider of Viatu with your order ${first.code}`),
  )

  const code = await codeOf(first)
  const buyer = await account(shop.database)
  await shop.database.db.execute(sql`update orders set user_id = ${buyer.id} where id = ${first.id}`)
  const home = await (await shop.visitAs(buyer)).open(`/order/${first.id}`)
  for (const words of [`Delivery code ${code}`, 'A rider brings your order.']) expect(home.text()).toContain(words)
  await road.press(`On the way to ${first.code}`)
  expect(stop(first.code).getAllByRole('status')[0]?.textContent).toBe('On the way ')
  expect((await home.open(`/order/${first.id}`)).text()).toContain('The rider has been on the way to you since')

  await road.press(`Handed over ${first.code}`, { 'Delivery code': wrong(code) })
  stop(first.code).getByText('That is not the code. 4 tries are left.')
  await shop.database.db.execute(sql`update deliveries set wrong_tries = 4 where order_id = ${second.id}`)
  await road.press(`Handed over ${second.code}`, { 'Delivery code': wrong(await codeOf(second)) })
  stop(second.code).getByText(/^Five codes were wrong/)
  expect(stop(second.code).queryByLabelText('Delivery code')).toBeNull()
  await road.press(`Save this reason for ${second.code}`, { Why: 'Nobody there', 'In your words': 'The gate is shut' })
  expect(stop(second.code).getAllByRole('status')[0]?.textContent).toContain('Not handed over Nobody there')
  await road.press(`Handed over ${first.code}`, { 'Delivery code': code })
  expect([stop(first.code).getAllByRole('status')[0]?.textContent, stop(first.code).queryAllByRole('link')]).toEqual(['Handed over ', []])
  await home.open(`/order/${first.id}`)
  expect([home.text('h1'), home.text().includes('Delivery code')]).toEqual([expect.stringMatching(/delivered/i), false])

  await desk.open('/admin/orders?view=way&search=Nafula')
  row(desk, second.code).getByText(/^Nobody there/)
  expect((await desk.open(`/admin/orders/${second.id}`)).text('[aria-labelledby=delivery]')).toMatch(
    /Otieno.*Not handed over Nobody there.*5 of 5 codes were wrong/,
  )
  expect((await desk.open(`/admin/orders/${first.id}`)).text('[aria-labelledby=delivery]')).toMatch(/Otieno.*Handed over with the code/)
  expect(desk.text('[aria-labelledby=story]')).toContain('Handed over by Otieno')
})

it('riders of today have a run sheet, a filter of the orders, and a link that can be taken back', async () => {
  const { first, second } = await twoStops('Akoth')
  const desk = await boss()
  const { id, path } = await riderOf(desk, 'Wafula', '0722 333 444', [first, second])
  const road = await shop.visit().open(path)
  await road.press(`Handed over ${first.code}`, { 'Delivery code': await codeOf(first) })
  await road.press(`Save this reason for ${second.code}`, { Why: 'Nobody there' })
  await desk.open('/admin/orders/riders')
  expect(desk.texts('.record').find((each) => each.startsWith('Wafula'))).toMatch(/^Wafula\+254 722 333 444No SMS sent2 stops, 1 handed over, 1 not/)
  await desk.follow('Run sheet of Wafula')
  desk.page('article').getByText(/Juma Wekesa/)
  expect(desk.text('article')).not.toMatch(/KSh|code/i)
  await desk.follow('Back to the riders')

  await desk.open('/admin/orders')
  await desk.press('Apply filters', { rider: 'Wafula' })
  expect(codes(desk).sort()).toEqual([first.code, second.code].sort())
  await desk.follow(/^On the way/)
  expect([codes(desk), desk.address.includes(`rider=${id}`)], 'a queue keeps the filter').toEqual([[second.code], true])
  expect(desk.text('[name=rider] [selected]')).toBe('Wafula')

  await desk.post('/admin/orders/riders', { intent: 'take-back', id })
  expect(outcome(desk)).toBe('Link cancelled The link no longer works.')
  expect(desk.page('main').queryByRole('link', { name: 'WhatsApp the link to Wafula' })).toBeNull()
  await road.open(path)
  expect([road.status, road.text('h1')]).toEqual([404, 'This link is over'])
  road.page('main').getByRole('link', { name: 'Call the shop' })
})

it('a rider of another day rides again at one press', async () => {
  await shop.database.db.execute(
    sql`insert into rider_days (name, phone, day, token_hash) values ('Akinyi', '254733444555', current_date - 2, repeat('x', 43))`,
  )
  const desk = await (await boss()).open('/admin/orders/riders')
  await desk.press('Akinyi rides today')
  desk.page('main').getByRole('link', { name: 'WhatsApp the link to Akinyi' })
  expect(desk.page('main').queryByRole('button', { name: 'Akinyi rides today' })).toBeNull()
})
