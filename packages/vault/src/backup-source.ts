import type { CopiedShop } from './copies.ts'
import type { BackupSource } from './make-copy.ts'
import { walFolder } from './postgres/wal.ts'
import { withClient } from './postgres/with-client.ts'
import { type BackupSettings, openBackupStore } from './sealed-store.ts'
import { createShipper } from './shipper.ts'

export type OpenSource = BackupSource & ReturnType<typeof createShipper>

/** What is copied of the shop on `dataDir`, and the place of these settings. `isFileKey` is null where its files lie elsewhere. Rejects when the store does not answer. */
export async function openSource(
  settings: BackupSettings,
  { isFileKey, ...shop }: Pick<BackupSource, 'ownerUrl' | 'dataDir' | 'isEmbedded'> & { isFileKey: CopiedShop['isFileKey'] | null },
): Promise<OpenSource> {
  const store = await openBackupStore(settings)
  const root = await numberOf(shop.ownerUrl, shop.isEmbedded)
  return { store, root, ...shop, ...createShipper({ store, root, dataDir: shop.dataDir, walFolder: walFolder(shop.dataDir), isFileKey }) }
}

/** Whether the server was started with the settings of `walArchive`. */
export async function archives(url: string): Promise<boolean> {
  const { rows } = await withClient(url, 'viatu-backup', (client) => client.query<{ archive_mode: string }>('show archive_mode'))
  return rows[0]?.archive_mode === 'on'
}

/** PostgreSQL's own number of the cluster; where it may hold several databases, with that of the database, so that no other shop in the same place is taken for this one. */
async function numberOf(url: string, isEmbedded: boolean): Promise<string> {
  const { rows } = await withClient(url, 'viatu-backup', (client) =>
    client.query<{ cluster: string; database: string }>(
      'select system_identifier::text as cluster, (select oid::text from pg_database where datname = current_database()) as database from pg_control_system()',
    ),
  )
  const { cluster, database } = rows[0] as { cluster: string; database: string }
  return isEmbedded ? cluster : `${cluster}-${database}`
}
