import { sql } from 'drizzle-orm'
import type { ColumnFiles } from '#core/column-schemas.ts'
import type { Context } from '#core/context.ts'
import { refusingViolation } from '#core/input.ts'
import type { Database } from '#db/client.ts'
import { type Columns, fileBuckets } from '#domain/columns.ts'
import { Problem } from '#domain/problem.ts'
import { stemOfKey, storagePath } from '#domain/storage.ts'
import { isStoredPicture } from '#domain/stored-picture.ts'
import { keepWebFiles } from '#features/files/keep-web-files.ts'

/** Refuses every address except that of a picture that this shop stores: pages show only our own pictures (decisions, Catalogue). */
export async function requireStoredPicture(tx: Database, field: string, address: string): Promise<void> {
  if (!isStoredPicture(address))
    throw new Problem('bad_input', { fields: { [field]: 'Upload the picture to this shop first, then write the address that the upload answered.' } })
  await requireStored(tx, { [field]: address })
}

/** Refuses addresses of our storage without a file; `null` and addresses of other sites pass. */
export async function requireStored(tx: Database, addresses: Record<string, string | null>): Promise<void> {
  const stems = Object.entries(addresses)
    .filter((entry): entry is [string, string] => entry[1]?.startsWith(`${storagePath}/`) ?? false)
    .map(([field, address]) => ({ field, stem: stemOfKey(address.slice(storagePath.length + 1)) }))
  if (stems.length === 0) return
  const { rows } = await tx.execute<{ stem: string }>(sql`
    select stem from stored_files where content_type is not null and removed_at is null
      and stem in (select jsonb_array_elements_text(${JSON.stringify(stems.map(({ stem }) => stem))}::jsonb))`)
  const missing = stems.filter(({ stem }) => !rows.some((row) => row.stem === stem))
  if (missing.length === 0) return
  throw new Problem('bad_input', {
    fields: Object.fromEntries(missing.map(({ field }) => [field, 'This file is not kept here. Please upload it again.'])),
  })
}

/** Of a file that was removed while its row was written. */
const removedFile = 'This file is not kept any more. Please upload it again.'

/** Writes, in a transaction, a row that shows a file; the problem names `field` where the file has been removed meanwhile. */
export function writeWithFiles<Result>({ db }: Pick<Context, 'db'>, field: string, write: (tx: Database) => Promise<Result>): Promise<Result> {
  return refusingViolation('stored_files_present', { [field]: removedFile }, () => db.transaction(write))
}

const isFile = (columns: Columns) => (name: string) => columns[name]?.type === 'file'

/** The files that rows show, by their columns. */
export const columnFiles: ColumnFiles = {
  async fetch(ctx, columns, sent, before) {
    if (!Object.keys(sent).some(isFile(columns))) return sent
    return keepWebFiles(ctx, sent, fileBuckets(columns, { ...(await before?.()), ...sent }))
  },

  async require(tx, columns, row) {
    await requireStored(tx, Object.fromEntries(Object.keys(fileBuckets(columns, row)).map((name) => [name, row[name] as string | null])))
  },

  violations(columns): Record<string, Record<string, string>> {
    const name = Object.keys(columns).find(isFile(columns))
    return name ? { stored_files_present: { [name]: removedFile } } : {}
  },
}
