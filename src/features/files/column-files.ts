import type { ColumnFiles } from '#core/column-schemas.ts'
import { type Columns, fileBuckets } from '#domain/columns.ts'
import { keepWebFiles } from '#features/files/keep-web-files.ts'
import { removedFile, requireStored } from '#features/files/require-stored.ts'

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
