import type { Database } from '#db/client.ts'
import { type Columns, fileBuckets } from '#domain/columns.ts'
import type { Context } from '#features/context.ts'
import { keepWebFiles } from '#features/files/keep-web-files.ts'
import { removedFile, requireStored } from '#features/files/require-stored.ts'

// Rows that show files, by their columns (features/resource.ts).

const isFile = (columns: Columns) => (name: string) => columns[name]?.type === 'file'

/** What was sent, with our own addresses in place of those at other sites; `before` reads the row that is changed. */
export async function fetchFiles<Sent extends Record<string, unknown>>(
  ctx: Context,
  columns: Columns,
  sent: Sent,
  before?: () => Promise<object>,
): Promise<Sent> {
  if (!Object.keys(sent).some(isFile(columns))) return sent
  return keepWebFiles(ctx, sent, fileBuckets(columns, { ...(await before?.()), ...sent }))
}

/** Refuses a row that shows a file which is not stored. */
export async function requireFiles(tx: Database, columns: Columns, row: Record<string, unknown>): Promise<void> {
  await requireStored(tx, Object.fromEntries(Object.keys(fileBuckets(columns, row)).map((name) => [name, row[name] as string | null])))
}

/** What to do where the database finds a file gone while the row is written. */
export function fileViolations(columns: Columns): Record<string, Record<string, string>> {
  const name = Object.keys(columns).find(isFile(columns))
  return name ? { stored_files_present: { [name]: removedFile } } : {}
}
