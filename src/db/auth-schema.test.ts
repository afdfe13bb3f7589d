import { getTableColumns, is, sql } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { describe, expect, it } from 'vitest'
import * as schema from '#db/auth-schema.ts'
import { rowsOf } from '../../test/checkout.ts'
import { useDatabase } from '../../test/database.ts'

const database = useDatabase()

describe('the tables of accounts as queries name them', () => {
  it('are the tables of the migrations, column by column', async () => {
    const ours = Object.values(schema)
      .filter((each) => is(each, PgTable))
      .flatMap((table) =>
        Object.values(getTableColumns(table)).map((column) => `${getTableConfig(table).name}.${column.name}${column.notNull ? '' : '?'}`),
      )
    const theirs = await rowsOf<{ name: string }>(
      { db: database.ownerDb },
      sql`select table_name || '.' || column_name || case when is_nullable = 'YES' then '?' else '' end as name
        from information_schema.columns where table_schema = 'auth'`,
    )
    expect(ours.sort()).toEqual(theirs.map(({ name }) => name).sort())
  })

  it('hand a name and a phone over to the profile', async () => {
    const [user] = await rowsOf<{ id: string }>(
      database,
      sql`insert into auth.users (email, name, phone) values ('wanjiku@example.com', 'Wanjiku', '254712345678') returning id`,
    )
    const rows = await rowsOf(
      database,
      sql`select full_name, p.phone, is_admin, is_affiliate, u.name, u.phone as left from profiles p join auth.users u using (id) where id = ${user?.id}`,
    )
    expect(rows).toEqual([{ full_name: 'Wanjiku', phone: '254712345678', is_admin: false, is_affiliate: false, name: '', left: null }])
  })
})

describe('the database itself', () => {
  const refused = (query: ReturnType<typeof sql>) =>
    database.db.execute(query).then(
      () => null,
      (error) => error.cause?.constraint,
    )

  it.each([
    [sql`insert into auth.users (email) values ('Wanjiku@example.com')`, 'users_email_check'],
    [
      sql`insert into auth.accounts (user_id, account_id, provider_id, password) select id, id, 'credential', 'plain' from auth.users`,
      'accounts_password_check',
    ],
    [sql`insert into auth.links (token_hash, kind, user_id, expires_at) select 'x', 'change', id, now() from auth.users`, 'links_check'],
    [
      sql`insert into auth.links (token_hash, kind, user_id, slot, address, expires_at) select 'x', 'change', id, 2, 'a@example.com', now() from auth.users`,
      'links_slot',
    ],
    [sql`insert into auth.links (token_hash, kind, user_id, slot, expires_at) select 'x', 'verify', id, 4, now() from auth.users`, 'links_slot'],
    [
      sql`insert into auth.links (token_hash, kind, user_id, session_id, expires_at) select 'x', 'recover', id, id, now() from auth.users`,
      'links_session',
    ],
    [sql`update profiles set deleted_at = now() where full_name = 'Wanjiku'`, 'profiles_deleted'],
    [sql`delete from profiles where full_name = 'Wanjiku'`, 'users_id_fkey'],
  ])('refuses what breaks its rules (%#)', async (query, constraint) => expect(await refused(query)).toBe(constraint))

  it('keeps the last admin, also when two go at once', async () => {
    await database.db.execute(sql`insert into profiles (full_name, role) values ('One', 'owner'), ('Two', 'owner')`)
    const went = await Promise.all(['One', 'Two'].map((name) => refused(sql`update profiles set role = 'manager' where full_name = ${name}`)))
    expect(went.map(String).sort()).toEqual(['null', 'profiles_last_owner'])
    expect(await refused(sql`delete from profiles where is_admin`)).toBe('profiles_last_owner')
  })
})
