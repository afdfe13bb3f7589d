import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requirePermission } from '#core/context.ts'
import { optionalWords, parseInput } from '#core/input.ts'
import { type FormSnapshot, requireUnchanged } from '#core/optimistic-lock.ts'
import { behind, isUuid, limitOf, type Page, type Paging, pageOfKeyed } from '#core/page-of.ts'
import { hasWords, holding, holdingPhone, searched } from '#core/search-text.ts'
import { instant, ksh, only, selectOf } from '#core/select-of.ts'
import { textStream } from '#core/text-stream.ts'
import { writeAudit } from '#core/write-audit.ts'
import { withoutPreparedPlan } from '#db/database-connection.ts'
import { csvLine } from '#domain/csv.ts'
import { formatDateTime } from '#domain/nairobi-time.ts'
import { spreadsheetPhone } from '#domain/phone.ts'
import { Problem } from '#domain/problem.ts'

/** A customer: everybody who ordered with one phone, with an account or as a guest. Money in KSh. */
export const customerRow = z.object({
  id: z.uuid(),
  name: z.string().meta({ description: 'As on their last order' }),
  phone: z.string(),
  email: z.string().nullable().meta({ description: 'The last one that they left' }),
  has_account: z.boolean().meta({ description: 'At least one of the orders was placed by an account' }),
  orders: z.int().meta({ description: 'Without those that were never placed' }),
  paid: ksh.meta({ description: 'What they paid in all, in KSh, without what was cancelled' }),
  returns: z.int().meta({ description: 'Orders that were cancelled after they had left the shop' }),
  last_order_at: instant,
  note: z.string().meta({ description: 'What admins write for each other; empty where there is none' }),
})
export type CustomerRow = z.infer<typeof customerRow>

interface CustomerFilter extends Paging {
  /** Words of a name, part of an e-mail address, or part of a phone in any form. */
  search?: string | undefined
}

/** Customers, who ordered last first. What they bought is summed up for the rows of the page alone. */
export async function listCustomers(ctx: Context, filter: CustomerFilter = {}): Promise<Page<CustomerRow>> {
  requirePermission(ctx, 'see_customers')
  const words = searched(filter.search)
  // Shorter ones would mean nearly everybody, and no index has them.
  if (words !== null && words.length < 3) return { data: [], next: null }
  const { rows } = await ctx.db.execute<CustomerRow & { key: string }>(sql`
    with page as materialized (
      select c.* from customers c where ${behind(filter, sql`c.last_order_at`, sql`c.id`)} and ${meant(words)}
      order by c.last_order_at desc, c.id desc limit ${limitOf(filter)}
    )
    ${withSales} order by page.last_order_at desc, page.id desc ${words === null ? sql`` : withoutPreparedPlan}`)
  return pageOfKeyed(rows, filter)
}

/** One customer, by the customer's own id or that of an order of theirs. */
export async function getCustomer(ctx: Pick<Context, 'db' | 'actor'>, id: string): Promise<CustomerRow> {
  requirePermission(ctx, 'see_customers')
  const { rows } = isUuid(id)
    ? await ctx.db.execute<CustomerRow & { key: string }>(sql`
        with page as (select c.* from customers c where c.id = ${id} or c.phone = (select customer_phone from orders where id = ${id} and anonymised_at is null))
        ${withSales}`)
    : { rows: [] }
  if (!rows[0]) throw new Problem('customer_not_found')
  return only(rows[0], customerRow.keyof().options)
}

const sold = { has_account: sql`sold.has_account`, orders: sql`sold.orders`, paid: sql`sold.paid`, returns: sql`sold.returns` }

/** SQL: the customers of `page`, each with what their own orders add up to. */
const withSales = sql`select ${selectOf(customerRow, 'page', sold)}, page.last_order_at as key
  from page cross join lateral (
    select count(*) as orders, coalesce(sum(total_amount) filter (where paid_at is not null and status <> 'cancelled'), 0) as paid,
      count(*) filter (where paid_at is not null and status = 'cancelled' and exists (select from order_events e where e.order_id = s.id and e.to_status in ('shipped', 'delivered'))) as returns, coalesce(bool_or(user_id is not null), false) as has_account
    from orders s where s.customer_phone = page.phone and s.discarded_at is null and s.anonymised_at is null
  ) sold`

/** SQL: the search means the customer `c`; the one index has all three columns. */
function meant(words: string | null): SQL {
  if (words === null) return sql`true`
  return sql`((${hasWords(sql`c.name`, words)}) or c.phone like ${holdingPhone(words)} or c.email ilike ${holding(words)})`
}

/** The columns of the file. Amounts are KSh. */
const columns: Record<string, (customer: CustomerRow) => string | number | null> = {
  Name: ({ name }) => name,
  Phone: ({ phone }) => spreadsheetPhone(phone),
  'E-mail': ({ email }) => email,
  Account: ({ has_account }) => (has_account ? 'yes' : 'no'),
  Orders: ({ orders }) => orders,
  Paid: ({ paid }) => paid,
  Returns: ({ returns }) => returns,
  'Last order': ({ last_order_at }) => formatDateTime(last_order_at),
  Note: ({ note }) => note,
}

/** All matching customers as a CSV file, page by page: memory never holds all of them. It names people, so who fetched it stands in the audit log. */
export async function exportCustomers(ctx: Context, filter: CustomerFilter): Promise<ReadableStream<Uint8Array>> {
  requirePermission(ctx, 'export_data')
  await writeAudit(ctx.db, ctx, { action: 'customers exported', table: 'customers', id: null, after: { searched: Boolean(filter.search) } })
  return textStream(pagesOf(ctx, filter))
}

async function* pagesOf(ctx: Context, filter: CustomerFilter): AsyncGenerator<string, void, void> {
  // The mark makes spreadsheets read it as UTF-8.
  yield `\uFEFF${csvLine(Object.keys(columns))}`
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { data, next } = await listCustomers(ctx, { ...filter, cursor, limit: 100 })
    yield data.map((customer) => csvLine(Object.values(columns).map((cell) => cell(customer)))).join('')
    cursor = next
  }
}

export const customerChanges = z.object({
  note: optionalWords(2000).meta({ description: 'What admins should know; an empty one takes it away', example: 'Wears 43 in every brand.' }),
})

/**
 * Writes what admins keep about a customer for each other; an empty note takes it away. No customer ever sees it. An admin who would overwrite a note that they
 * have not read is told.
 */
export async function writeCustomerNote(ctx: Context, id: string, sent: unknown, snapshot?: FormSnapshot): Promise<CustomerRow> {
  requirePermission(ctx, 'see_customers')
  const { note } = parseInput(customerChanges, sent)
  return ctx.db.transaction(async (tx) => {
    const { id: customer } = await getCustomer({ ...ctx, db: tx }, id)
    await tx.execute(sql`select from customers where id = ${customer} for update`)
    const before = await getCustomer({ ...ctx, db: tx }, customer)
    requireUnchanged(before, { note }, snapshot)
    if (note === before.note) return before
    await tx.execute(sql`update customers set note = ${note} where id = ${customer}`)
    // The log records that it was written, not its text: the note can be deleted with the customer, and the log cannot.
    await writeAudit(tx, ctx, { action: note ? 'customer note written' : 'customer note removed', table: 'customers', id: customer })
    return { ...before, note }
  })
}
