import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { type BackupSource, isReplayed } from '#features/upkeep/back-up.ts'
import type { Copy } from '#features/upkeep/copies.ts'
import { walName } from '#services/backups/object-names.ts'
import { DamagedCopy } from '#services/backups/sealed-store.ts'

/**
 * What a restore cannot know and the running shop does: the store still has the copy that the shop made last, and the last WAL that PostgreSQL handed over, which `shipWal`
 * brings there where it waits. Rejects with DamagedCopy.
 */
export async function requireNewest(
  db: Database,
  { store, root, isEmbedded, shipWal }: Pick<BackupSource, 'store' | 'root' | 'isEmbedded'> & { shipWal(): Promise<unknown> },
  copies: Copy[],
): Promise<void> {
  const { rows } = await db.execute<{ copy: string | null; wal: string | null }>(sql`
    select (select last_archived_wal from pg_stat_archiver) as wal,
      (select copy from backup_runs where kind in ('backup', 'export') and outcome = 'done' order by started_at desc limit 1) as copy`)
  const { copy = null, wal = null } = rows[0] ?? {}
  if (copy && !copies.some(({ name }) => name === copy)) throw new DamagedCopy(`The store lacks the copy that was made last, ${copy}`)
  // WAL from before the newest copy may be forgotten by now.
  if (!isEmbedded || !wal || !walName.test(wal) || !isReplayed(wal, copies.at(-1) ?? null)) return
  await shipWal()
  if ((await store.list(`${root}/wal/${wal}`)).length === 0) throw new DamagedCopy(`The store lacks the WAL that was handed over last, ${wal}`)
}
