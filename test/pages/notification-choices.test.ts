import { sql } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { type Account, account } from '../accounts.ts'
import { rowsOf } from '../checkout.ts'
import { newDeviceKeys } from '../push-service.ts'
import { type PageVisitor, usePages } from '../visitor.ts'

const shop = usePages()
let who: Account
let owner: PageVisitor

beforeEach(async () => {
  who = await account(shop.database, { isAdmin: true })
  owner = await (await shop.visitAs(who)).open('/admin/notifications')
})
const isTicked = (name: string) => (owner.page().getByRole('checkbox', { name }) as HTMLInputElement).checked

it('what somebody is told of is chosen without scripts, and stays as chosen', async () => {
  await owner.press('Save choices', { 'Paid order: SMS': true, 'Daily digest: E-mail': false, 'New affiliate: E-mail': false })
  expect(owner.text()).toContain('It counts for what happens from now on.')
  await owner.open('/admin/notifications')
  expect(['Paid order: SMS', 'Daily digest: E-mail', 'New affiliate: E-mail', 'Paid order: E-mail'].map(isTicked)).toEqual([true, false, false, true])
})

it('quiet hours are two different times, and what was typed stands beside the refusal', async () => {
  await owner.press('Save quiet hours', { 'Quiet from': '21:00', Until: '21:00' })
  expect(owner.status).toBe(400)
  owner.page().getAllByText(/Enter another time than the first/)
  expect(owner.attributes('[type=time]', 'value')).toEqual(['21:00', '21:00'])
  await owner.press('Save quiet hours', { Until: '05:30' })
  expect(owner.text()).toContain('What happens meanwhile comes as one message afterwards.')
  await owner.open('/admin/notifications')
  expect(owner.attributes('[type=time]', 'value')).toEqual(['21:00', '05:30'])
})

it('a browser without scripts is told why it is not a device, and a device is tested and removed', async () => {
  expect(owner.text('#my-devices ~ .intro')).toBe('None of your devices gets notifications yet.')
  expect(owner.text('main noscript')).toContain('it cannot take notifications')
  const { p256dh, auth } = newDeviceKeys()
  await shop.database.db.execute(sql`
    insert into push_devices (user_id, slot, session_id, endpoint, p256dh, auth, user_agent)
    values (${who.id}, 1, gen_random_uuid(), 'https://push.nowhere.example/phone-of-amina', ${p256dh}, ${auth}, 'Mozilla/5.0 (Linux; Android 14; K) Chrome/140.0 Mobile Safari/537.36')`)
  await owner.open('/admin/notifications')
  expect(owner.text('.alert-devices')).toMatch(/^Chrome.*not notified yet/)
  await owner.press('Send a test message')
  expect(owner.text()).toContain('No device could be reached')
  await owner.press(/^Remove Chrome/)
  expect(owner.text()).toContain('None of your devices gets notifications yet.')
  expect(await rowsOf(shop.database, sql`select from push_devices where user_id = ${who.id}`)).toEqual([])
})
