import { type Context, requirePermission } from '#core/context.ts'
import { textStream } from '#core/text-stream.ts'
import { writeAudit } from '#core/write-audit.ts'
import { csvLine } from '#domain/csv.ts'
import { formatDateTime } from '#domain/nairobi-time.ts'
import { spreadsheetPhone } from '#domain/phone.ts'
import { type CustomerFilter, type CustomerRow, listCustomers } from '#features/customers/list-customers.ts'

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
