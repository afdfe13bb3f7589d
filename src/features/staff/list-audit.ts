import { type SQL, sql } from 'drizzle-orm'
import { type Context, requirePermission } from '#core/context.ts'
import { isRowNumber, isUuid, limitOf, type Page, type Paging, pageOfKeyed, readCursor } from '#core/page-of.ts'
import { holding, searched } from '#core/search-text.ts'
import { isoText } from '#core/select-of.ts'

export interface AuditFilter extends Paging {
  /** The person who did it, by name or e-mail; or the row it was done to, by its id or the first 8 characters of it. */
  search?: string
  action?: string
  table?: string
  /** Days in Nairobi, both included. */
  from?: string
  to?: string
}

export type AuditEntry = {
  id: string
  at: string
  /** Null when the shop itself did it. */
  actor: { id: string; full_name: string } | null
  action: string
  table_name: string
  row_id: string | null
  /** Why an order was cancelled: the order holds the reason, where it can be deleted again, and the log does not. */
  reason: string | null
  /** The columns that differ, or the whole row; personal values are masked. */
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

/** The log is final: entries of before a table had its name keep the older one. */
const olderNames = new Map([['delivery_options', 'delivery_ways']])

/** The audit log: the person, the action and the row, the newest first. */
export async function listAudit(ctx: Context, filter: AuditFilter = {}): Promise<Page<AuditEntry>> {
  requirePermission(ctx, 'see_audit')
  const { search, action, table, from, to } = filter
  const conditions: SQL[] = [sql`true`]
  if (action) conditions.push(sql`l.action = ${action}`)
  if (table) conditions.push(sql`l.table_name in (${table}, ${olderNames.get(table) ?? table})`)
  if (from) conditions.push(sql`l.at >= ${from}::date::timestamp at time zone 'Africa/Nairobi'`)
  if (to) conditions.push(sql`l.at < (${to}::date + 1)::timestamp at time zone 'Africa/Nairobi'`)
  if (filter.cursor) {
    const [instant, id] = readCursor(filter.cursor, 'instant', isRowNumber)
    conditions.push(sql`(l.at, l.id) < (${instant}::timestamptz, ${id}::bigint)`)
  }
  const part = (more: SQL) => sql`
    select l.* from audit_log l where ${sql.join(conditions, sql` and `)} and ${more} order by l.at desc, l.id desc limit ${limitOf(filter)}`
  const found = await whatIsMeant(ctx, search, part)
  const { rows } = await ctx.db.execute<AuditEntry & { key: string }>(sql`
    select f.id::text, f.at as key, ${isoText(sql`f.at`)} as at, f.action, f.table_name, f.row_id, f.before, f.after,
      case when f.action = 'order cancel' then (select cancel_reason from orders where id = f.row_id::uuid) end as reason,
      case when f.actor_id is not null then json_build_object('id', f.actor_id, 'full_name', coalesce(p.full_name, '')) end as actor
    from (${found}) f left join profiles p on p.id = f.actor_id order by f.at desc, f.id desc limit ${limitOf(filter)}`)
  return pageOfKeyed(rows, filter)
}

/** Each person's newest entries are read from their own end of the index: a person with a million entries costs no more than one with ten. */
async function whatIsMeant(ctx: Context, search: string | undefined, part: (more: SQL) => SQL): Promise<SQL> {
  const words = searched(search) ?? ''
  if (!words) return part(sql`true`)
  if (isRowId(words)) return part(ofRow(words.toLowerCase()))
  const people = await peopleCalled(ctx, words)
  return sql`select each.* from unnest(${`{${people.join(',')}}`}::uuid[]) as who (id) cross join lateral (${part(sql`l.actor_id = who.id`)}) each`
}

function isRowId(words: string): boolean {
  return /^[0-9a-f]{8}[0-9a-f-]{0,28}$/i.test(words) || isRowNumber(words)
}

/** A whole id, or its beginning; the operators are those of the index, which sorts by bytes. */
function ofRow(id: string): SQL {
  return id.length < 8 || isUuid(id) ? sql`l.row_id = ${id}` : sql`l.row_id ~>=~ ${id} and l.row_id ~<~ ${`${id}~`}`
}

/** At most the first twenty people of the same name: to find another one, the admin searches by e-mail. */
async function peopleCalled(ctx: Context, words: string): Promise<string[]> {
  const meant = words.includes('@')
    ? sql`id = (select id from auth.users where email = ${words.toLowerCase()})`
    : sql`full_name ilike ${holding(words)} and full_name <> ''`
  const { rows } = await ctx.db.execute<{ id: string }>(sql`select id from profiles where ${meant} order by is_admin desc, id limit 20`)
  return rows.map(({ id }) => id)
}

/** The actions and tables that the filter offers. Each value is found by a jump in the index, however many entries it has. */
export async function listAuditChoices(ctx: Context): Promise<{ actions: string[]; tables: string[] }> {
  requirePermission(ctx, 'see_audit')
  const { rows } = await ctx.db.execute<{ actions: string[]; tables: string[] }>(sql`
    with recursive actions (name) as (
      select min(action) from audit_log union all select (select min(action) from audit_log where action > name) from actions where name is not null
    ), tables (name) as (
      select min(table_name) from audit_log union all select (select min(table_name) from audit_log where table_name > name) from tables where name is not null
    )
    select array(select name from actions where name is not null) as actions, array(select name from tables where name is not null) as tables`)
  return rows[0] as { actions: string[]; tables: string[] }
}
