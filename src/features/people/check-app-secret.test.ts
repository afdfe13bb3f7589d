import { randomUUID } from 'node:crypto'
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { theShop, withOrderKey } from '#core/context.ts'
import { getOrder } from '#features/orders/get-order.ts'
import { receiveCallback } from '#features/orders/payments/receive-callback.ts'
import { checkAppSecret } from '#features/people/check-app-secret.ts'
import { deviceCookie, knownDevice } from '#features/people/sessions.ts'
import { openAccount } from '#features/people/sign-up.ts'
import { secretsFrom } from '#server/secrets.ts'
import { attemptOf, contextOn, orderIn, orderRow, rowsOf, shopFacts } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'
import { newReceipt, paidBody } from '../../../test/scripted-mpesa.ts'

const database = useDatabase({ isWalk: true })
const [old, fresh] = ['the secret of before, long enough to count', 'the present secret, long enough to count'] as const
const under = (secret: string, previous: string | null = null) => {
  const ctx = contextOn(database, { actor: theShop })
  return { ...ctx, services: { ...ctx.services, secrets: secretsFrom(secret, previous) } }
}

const asGuest = (ctx: ReturnType<typeof under>, key: string) => withOrderKey({ ...ctx, actor: contextOn(database).actor }, key)

/** A second factor as better-auth keeps it. */
async function factor(secret: string) {
  const id = (await openAccount(contextOn(database), {
    email: `${randomUUID()}@example.com`,
    password: 'Correct-Horse-9',
    full_name: 'Amina',
    phone: '254712000001',
  })) as string
  const [sealed, codes] = await Promise.all(['JBSWY3DP', '["paper"]'].map((data) => symmetricEncrypt({ key: secretsFrom(secret).authSecret, data })))
  await database.db.execute(
    sql`insert into auth.two_factors (id, user_id, secret, backup_codes) values (${randomUUID()}, ${id}, ${sealed as string}, ${codes as string})`,
  )
}
const factors = () => rowsOf<{ secret: string; backup_codes: string }>(database, sql`select secret, backup_codes from auth.two_factors`)

describe('a shop whose secret was changed', () => {
  it('says at every start what it cannot read, until the secret is back or the older one is named', async () => {
    await factor(old)
    expect(await checkAppSecret(under(old))).toEqual([])
    for (let start = 0; start < 2; start++) {
      const [first, second] = await checkAppSecret(under(fresh))
      expect([first, second]).toEqual([expect.stringContaining('Set APP_SECRET_PREVIOUS'), expect.stringContaining('1 second factors')])
    }
    expect(await checkAppSecret(under(old))).toEqual([])
    expect(await checkAppSecret(under(fresh, old))).toEqual([])
    expect(await checkAppSecret(under(fresh)), 'sealed anew').toEqual([])
    const [row] = await factors()
    const { authSecret } = secretsFrom(fresh)
    expect(await Promise.all([row!.secret, row!.backup_codes].map((data) => symmetricDecrypt({ key: authSecret, data })))).toEqual([
      'JBSWY3DP',
      '["paper"]',
    ])
    expect((await checkAppSecret(under(old))).length).toBe(3)
  })

  it('keeps passwords and keys of the panel, and says which have to be entered again', async () => {
    const [before, after] = [secretsFrom(old), secretsFrom(fresh)]
    await checkAppSecret(under(old))
    await database.db.execute(sql`
      insert into shop_settings (name, encrypted, changed_at) values ('mail_password', ${before.encrypt('mbio')}, now())`)
    await database.db.execute(sql`
      insert into mpesa_accounts (transaction_type, shortcode, host, keys, created_at)
      values ('CustomerPayBillOnline', '600123', 'live', ${before.encrypt('{}')}, now())`)
    const stored = async () =>
      (await rowsOf<{ sealed: string }>(database, sql`select encrypted as sealed from shop_settings union all select keys from mpesa_accounts`)).map(
        ({ sealed }) => after.decrypt(sealed),
      )
    expect((await checkAppSecret(under(fresh))).at(-1)).toContain('2 passwords and keys')
    expect(await stored()).toEqual([null, null])
    await checkAppSecret(under(fresh, old))
    expect(await stored()).toEqual(['mbio', '{}'])
    await database.db.execute(sql`delete from shop_settings`)
    await database.ownerDb.execute(sql`delete from mpesa_accounts`)
  })

  it('opens with the older one named what that one sealed, and with a third nothing', async () => {
    const before = under(old)
    const { id, attempt } = await orderIn(database, 'awaiting_payment')
    const [key, address] = [before.services.secrets.orderKey(id), before.services.secrets.callbackSecret(attempt.id)]
    const device = { userId: randomUUID(), id: randomUUID() }
    const cookie = deviceCookie(before.services, device.userId, device).split(';')[0] as string
    const headers = new Headers({ cookie })
    const third = under('a third secret, which is long enough to count', fresh)
    const now = under(fresh, old)
    await expect(getOrder(asGuest(third, key), id)).rejects.toMatchObject({ code: 'order_not_found' })
    expect(knownDevice({ ...third.services, shop: shopFacts }, headers)).toBeNull()
    const body = paidBody({ checkoutRequestId: attempt.checkout_request_id as string, amount: Number(attempt.amount) * 100, receipt: newReceipt() })
    await expect(receiveCallback(third, attempt.id, address, body)).rejects.toMatchObject({ code: 'not_found' })

    expect(await getOrder(asGuest(now, key), id)).toMatchObject({ id })
    expect(knownDevice({ ...now.services, shop: shopFacts }, headers)).toEqual(device)
    await receiveCallback(now, attempt.id, address, body)
    expect([(await orderRow(now, id)).status, (await attemptOf(now, id)).state]).toEqual(['waiting_shipment', 'paid'])
  })
})
