import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { account } from '../../test/accounts.ts'
import { rowsOf } from '../../test/checkout.ts'
import { useDatabase } from '../../test/database.ts'
import { quickly } from '../../test/shop-process.ts'

const database = useDatabase()

/** `npx viatu admin ...`, on the test's own database. */
async function admin(...args: string[]) {
  const env = { ...process.env, SHOP_MODE: 'demo', DATABASE_URL: database.appUrl, DATABASE_OWNER_URL: database.ownerUrl }
  const child = spawn(process.execPath, [...quickly, 'src/server/admin.ts', ...args], { env })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code, said: (out + err).trim() }
}

it('makes an owner of an account, and unmakes all but the last', async () => {
  const [one, other] = [await account(database), await account(database)]
  expect(await admin(one.email.toUpperCase())).toMatchObject({ code: 0, said: expect.stringContaining('is an owner now') })
  expect(await admin(one.email, '--demote')).toEqual({ code: 1, said: 'The shop needs at least one owner: make another owner first.' })
  expect((await admin(other.email)).code).toBe(0)
  expect(await admin('--demote', one.email)).toMatchObject({ code: 0, said: expect.stringContaining('has no role any more') })
  expect(await admin('--sign-out', one.email)).toEqual({ code: 0, said: `${one.email} is signed out everywhere.` })
  expect(await rowsOf(database, sql`select id from profiles where is_admin`)).toEqual([{ id: other.id }])
  expect(await rowsOf(database, sql`select action, actor_id from audit_log order by id`)).toEqual(
    ['change role', 'change role', 'change role', 'sign out everywhere'].map((action) => ({ action, actor_id: null })),
  )
})

it('says how to call it, and knows only people with accounts', async () => {
  const how = { code: 1, said: 'Say whom: npx viatu admin someone@example.com [--demote | --sign-out]' }
  const calls = [admin(), admin('a@example.com', '--all'), admin('nobody@example.com')]
  expect(await Promise.all(calls)).toEqual([how, how, { code: 1, said: 'There is no account with this e-mail address.' }])
})
