import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { entered, goodPassword } from '../../test/accounts.ts'
import { useApp } from '../../test/app.ts'
import { rowsOf } from '../../test/checkout.ts'

const app = useApp({ isWalk: true })

it('admins read and change the settings, and never get a secret back', async () => {
  const { token } = await entered(app.database, { full_name: 'Amina Hassan', isAdmin: true })
  const headers = { authorization: `Bearer ${token}` }
  const account = { shop_name: 'Viatu vya Karen', sms_username: 'viatu', sms_api_key: 'atsk_hush', sms_sender: 'VIATU', payout_minimum: 50 }
  expect(await app.ask('PATCH', '/api/settings', { body: account, headers })).toMatchObject({
    status: 400,
    body: { error: { fields: { password: 'Enter your password.' } } },
  })
  const body = { ...account, password: goodPassword }
  const changed = await app.ask('PATCH', '/api/settings', { body, headers })
  const listed = await app.ask('GET', '/api/settings', { headers })
  expect([changed.status, listed.status]).toEqual([200, 200])
  expect(changed.body).toEqual(listed.body)
  const values = Object.fromEntries(listed.body.data.map(({ name, value }: { name: string; value: unknown }) => [name, value]))
  expect(values).toMatchObject({ shop_name: 'Viatu vya Karen', sms_username: 'viatu', sms_api_key: null, payout_minimum: 50 })
  expect(JSON.stringify([listed.body, await rowsOf(app.database, sql`select * from audit_log`)])).not.toContain('atsk_hush')
})
